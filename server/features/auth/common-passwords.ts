/** Passwords of at least eight characters that stand at the top of lists of leaked ones and are no word with digits around it. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `00000000 01234567 0987654321 11111111 11112222 11223344 12121212 12131415 12341234 1234554321 12344321 123qwe123 123123123 123321123
  1234qwer 12qwaszx 13131313 147258369 159357456 159753456 17171717 18436572 19691969 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
  20002000 21212121 22222222 23232323 25252525 31415926 31313131 33333333 36363636 44444444 44556677 55555555 5555555555 66666666 69696969
  741852963 77777777 7777777777 78945612 789456123 87654321 88888888 963852741 987654321 98765432 99999999 999999999
  a1b2c3d4 a1b2c3d4e5 aa123456 aaaaaaaa abcd1234 abcd12345 abcdefgh abcdefg1 abc12345 abcabcabc access14 adidas123 alexander alexandra anthony1 apple123 arsenal1 asdasdasd asdf1234 asdf4321 asdfasdf
  asdfghjk asdfghjkl asdfgh123 asdqwe123 azerty123 azertyuiop babygirl babygirl1 barcelona baseball1 basketball batman123 benjamin bigdaddy billabong blahblah blink182
  bluebird boomboom bubbles1 bullshit butterfly caroline challenge champion charlie1 charlotte cheesecake cherokee chocolate christian christina
  christopher classic1 clifford cocacola computer1 cookie123 corvette cowboys1 creative danielle december defender dolphins drowssap einstein elephant elizabeth emmanuel
  everything evolution fernando firebird fishing1 florence flower123 football1 forever21 forever1 fortnite freedom1 friends1 fuckyou1 fuckyou2 garfield genesis1 geronimo
  gangster gfhjkmgfhjkm godzilla goldfish goodluck guitar123 hardcore harrypotter hello123 helloworld hercules hockey123 holiday1 homepage hotmail1 hunter22 iceman12
  ihateyou iloveme1 iloveyou2 iloveyou! iloveyousomuch infinity internet isabella ivanivan jackson5 jasmine1 jennifer jessica1 jessica123 jonathan jordan23 justdoit katherine
  kimberly kristina lasvegas lebron23 leonardo letmein1 letmein2 letmeinnow liverpool liverpool1 lollipop london123 loveyou1 lovelove loveme123 manchester marina123 marlboro
  maverick mercedes metallica michael1 michaela michelle midnight mitchell mommy123 monalisa monster1 motorola mountain mustang1 mynameis mypassword naruto123 natasha1 nathan12 newcastle
  newpassword nicholas nintendo nothing1 november orange12 p@ssw0rd pa$$word pa55word pakistan panasonic paradise passpass passw0rd password passwort passport patricia
  peanutbutter penelope phoenix1 pickles1 platinum playboy1 pokemon1 pokemon123 portugal precious predator princesa princess1 qazwsx123 qazwsxedc qazxswedc qq123456
  q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qqqqqqqq qwaszx12 qwe123qwe qweasd123 qweasdzxc qweqweqwe qwer1234 qwertyui qwerty12 qwerty123 qwertyu1 qwerasdf qwerasdfzxcv qwertyuiop rainbow1 realmadrid redskins remember
  robert12 rockstar rockyou1 samantha samsung1 samsung123 sandra12 sayangku scarface scooby12 scorpion sebastian september serenity shadow12 shopping skywalker slipknot
  snickers snowball soccer12 spiderman spiderman1 spongebob springfield starcraft stargate starwars starwars1 stephanie steelers strawberry startrek success1 summer12 sunflower superman1
  superstar sweetheart swordfish takethat tazmania teddybear teenager terminator test1234 testtest thailand thebeast thuglife thunder1 tinkerbell titanic1 tottenham
  trinity1 trustno1 universe valentina vanessa1 vendetta veronica victoria virginia volleyball warcraft warhammer warriors welcome1 welcome123 whatever whatever1 william1 windows1 wolverine
  woaini520 xxxxxxxx yankees1 yellow12 zaq12wsx zaq1zaq1 zaqxswcde zxcasdqwe zxcv1234 zxcvbnm1 zxcvbnm123 zxcvbnma zzzzzzzz`.split(/\s+/),
)
