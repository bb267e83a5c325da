package io.twophase.adapter.mongo.hold;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.testing.HoldWords;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

class AccountCodecTest {

  private static final Home HOME = new Home("bank.transactions");
  private static final HoldRules RULES =
      new HoldRules(HOME, CollectionName.of("accounts"), HoldLimit.DEFAULT);
  private static final AccountCodec CODEC = new AccountCodec(new TutorialAccounts(USD), HOME);

  private static final String WHOLE =
      """
      {_id: "A", balance: {$numberLong: "100"}, available: {$numberLong: "75"},
       receivable: {$numberLong: "393"},
       pendingTransactions: [{id: "t1", epoch: {$numberLong: "2"}, debit: {$numberLong: "30"}},
                             {id: "t2", epoch: {$numberLong: "1"}, credit: {$numberLong: "7"}}],
       status: "active", currency: "USD", overdraft: {$numberLong: "5"},
       ceiling: {$numberLong: "500"}, opening: {$numberLong: "80"}, v: 1, openFor: "USD"}
      """;

  @Test
  void anAccountIsWrittenFieldByFieldAsTheDesignSays() {
    Account opened = account("A").overdraft(usd("0.05")).ceiling(usd("5")).with(usd("1"));
    Account held = held(opened, HoldWords.placing("t1@2 A-30"));

    assertThat(AccountCodec.encode(held))
        .isEqualTo(
            BsonDocument.parse(
                """
                {_id: "A", balance: {$numberLong: "100"}, available: {$numberLong: "75"},
                 receivable: {$numberLong: "400"},
                 pendingTransactions: [
                   {id: "t1", epoch: {$numberLong: "2"}, debit: {$numberLong: "30"}}],
                 status: "active", currency: "USD", overdraft: {$numberLong: "5"},
                 ceiling: {$numberLong: "500"}, opening: {$numberLong: "100"}, v: 1,
                 openFor: "USD"}
                """));
    assertThat(AccountCodec.encode(accepted(held.change(StatusChange.FREEZE))))
        .containsEntry("shutFor", new BsonString("USD"))
        .doesNotContainKey("openFor");
  }

  @ParameterizedTest
  @EnumSource
  void anAccountIsReadBackAsItWasWritten(StatusChange change) {
    Account empty = account("A").overdraft(usd("9")).ceiling(usd("50")).with(usd("0"));
    Account changed = accepted(empty.change(change));
    assertReadBack(changed);

    Account held = held(empty, HoldWords.placing("t1@2 A-300"));
    assertReadBack(held(held, HoldWords.placing("t2@MAX A+400")));
    assertReadBack(held(held, HoldWords.placing("batch:b A-5/600+7/5000")));
    assertReadBack(account("A").debitNormal().floor(usd("2")).with(usd("7")));
  }

  @Test
  void aDebitNormalAccountIsStoredWithItsProtocolsSign() {
    assertThat(
            AccountCodec.encode(
                account("A").debitNormal().floor(usd("2")).ceiling(usd("9")).with(usd("7"))))
        .isEqualTo(
            BsonDocument.parse(
                """
                {_id: "A", balance: {$numberLong: "-700"}, available: {$numberLong: "200"},
                 receivable: {$numberLong: "500"}, pendingTransactions: [], status: "active",
                 currency: "USD", overdraft: {$numberLong: "900"},
                 ceiling: {$numberLong: "-200"}, opening: {$numberLong: "-700"}, v: 1,
                 openFor: "USD", normal: "debit"}
                """));
  }

  private static Account held(Account account, Placing asked) {
    return (Account) accepted(RULES.place(Optional.of(account), asked));
  }

  private static void assertReadBack(Account account) {
    assertThat(CODEC.decode(AccountCodec.encode(account)).sight()).isEqualTo(Sight.found(account));
  }

  @Test
  void anAccountWhoseFiguresDoNotAddUpIsNotWritten() {
    Account sound = account("A").with(usd("1"));
    Account unsound =
        new Account(
            sound.opening(),
            new Bounds(99, sound.available().minor(), sound.receivable().minor()),
            sound.status(),
            sound.holds(),
            sound.own());

    assertThatThrownBy(() -> AccountCodec.encode(unsound))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("account A: available is 100, by its parts 99");
  }

  @Test
  void fieldsThatAHostGaveItAreItsOwn() {
    BsonDocument document = BsonDocument.parse(WHOLE).append("nickname", new BsonInt64(1));

    assertThat(CODEC.decode(document).account().orElseThrow().own())
        .isEqualTo(fields("nickname", 1L));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/odd/account-fields.txt", delimiter = '|', quoteCharacter = '`')
  void anOddFieldIsNamed(String change, String fault) {
    BsonDocument document = BsonDocument.parse(WHOLE);
    document.putAll(BsonDocument.parse(change));

    assertThat(faultOf(document)).isEqualTo(fault);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/odd/account-holds.txt", delimiter = '|', quoteCharacter = '`')
  void anOddHoldIsNamed(String hold, String fault) {
    BsonDocument document = BsonDocument.parse(WHOLE);
    document.getArray("pendingTransactions").set(1, BsonDocument.parse(hold));

    assertThat(faultOf(document)).isEqualTo("pendingTransactions[1]." + fault);
  }

  @Test
  void twoHoldsOfOneTransactionAreAFault() {
    BsonDocument document = BsonDocument.parse(WHOLE);
    document.getArray("pendingTransactions").add(document.getArray("pendingTransactions").get(0));

    assertThat(faultOf(document)).isEqualTo("pendingTransactions has two holds of t1");
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/odd/tutorial-accounts.txt", delimiter = '|', quoteCharacter = '`')
  void whatTheTutorialDidNotMakeSoIsNotAdopted(String document, String fault) {
    assertThat(faultOf(BsonDocument.parse(document))).isEqualTo(fault);
  }

  @Test
  void onlyFiguresThatDoNotAddUpMayBeTorn() {
    assertThat(CODEC.decode(BsonDocument.parse("{_id: 'A'}")).kind())
        .isEqualTo(Seen.Kind.UNREADABLE);
    BsonDocument torn = BsonDocument.parse(WHOLE).append("available", new BsonInt64(1));
    assertThat(CODEC.decode(torn).kind()).isEqualTo(Seen.Kind.TORN);
  }

  private static String faultOf(BsonDocument document) {
    return CODEC.decode(document).sight().fault().orElseThrow();
  }
}
