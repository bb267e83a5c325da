package io.twophase.adapter.mongo.hold;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.hold.Stored.Sight;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    Account held = held(opened, Requests.range("t1", 2, "A", Range.whole(30, 0)));

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

    Account held = held(empty, Requests.range("t1", 2, "A", Range.whole(300, 0)));
    assertReadBack(held(held, Requests.range("t2", Long.MAX_VALUE, "A", Range.whole(0, 400))));
    Range both = new Range(5, 7, Optional.of(600L), Optional.of(5_000L));
    assertReadBack(held(held, Requests.range("batch:b", 1, "A", both)));
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
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {balance: "100"}           | balance is string '100', not an int64
          {balance: 100}             | balance is int32 100, not an int64
          {balance: 100.0}           | balance is double 100.0, not an int64
          {balance: null}            | balance is null, not an int64
          {balance: []}              | balance is array, not an int64
          {available: 75}            | available is int32 75, not an int64
          {receivable: "x"}          | receivable is string 'x', not an int64
          {overdraft: 5}             | overdraft is int32 5, not an int64
          {ceiling: {}}              | ceiling is document, not an int64
          {opening: true}            | opening is boolean true, not an int64
          {status: 1}                | status is int32 1, not a string
          {status: "open"}           | status is 'open', which is no status
          {currency: 840}            | currency is int32 840, not a string
          {currency: "ZZZ"}          | currency is 'ZZZ', not an ISO 4217 currency
          {pendingTransactions: "t"} | pendingTransactions is string 't', not an array
          {pendingTransactions: [1]} | pendingTransactions[0] is 1, not a document
          {pendingTransactions: [{}]} | pendingTransactions[0] has neither debit nor credit
          {v: 2}                     | v is 2, written by another version; this one reads 1
          {v: 0}                     | v is 0, written by another version; this one reads 1
          {v: "1"}                   | v is string '1', not a number
          {_id: " A"}                | _id: account id ' A' begins or ends with white space
          {overdraft: {$numberLong: "-81"}} | opening figures: account A: balance 0.80 USD is below its floor 0.81 USD
          {overdraft: {$numberLong: "-9223372036854775808"}} | opening figures: account A: floor -92233720368547758.08 USD is out of range
          {normal: 1}                | normal is int32 1, not a string
          {normal: "credit"}         | normal is 'credit', where only debit is written
          {balance: {$numberLong: "101"}} | available is 75, by its parts 76
          {shutFor: "USD"}           | shutFor is there, though its status is active
          {receivable: {$numberLong: "0"}} | receivable is 0, by its parts 393
          """)
  void anOddFieldIsNamed(String change, String fault) {
    BsonDocument document = BsonDocument.parse(WHOLE);
    document.putAll(BsonDocument.parse(change));

    assertThat(faultOf(document)).isEqualTo(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {id: 1, epoch: {$numberLong: "1"}, debit: {$numberLong: "1"}} | id is int32 1, not a string
          {id: "t", epoch: 1, debit: {$numberLong: "1"}}                | epoch is int32 1, not an int64
          {id: "t", epoch: {$numberLong: "0"}, debit: {$numberLong: "1"}} | epoch is 0, below 1
          {id: "t", epoch: {$numberLong: "1"}, credit: 1}               | credit is int32 1, not an int64
          {id: "t", epoch: {$numberLong: "1"}, debit: {$numberLong: "0"}} | debit is 0, not above zero
          {id: "t", epoch: {$numberLong: "1"}, mode: "shared"}          | home is missing
          """)
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
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {_id: "A", balance: -1}    | balance is -1, below zero
          {_id: "A", balance: 1.5}   | balance is 1.5, not an exact whole number
          {_id: "A", balance: 1e300} | balance is 1.0E300, not an exact whole number
          {_id: "A", balance: {$numberDouble: "NaN"}} | balance is NaN, not an exact whole number
          {_id: "A", balance: "5"}   | balance is string '5', not a number
          {_id: "A"}                 | balance is missing
          {_id: "A", balance: 5, pendingTransactions: 1} | pendingTransactions is int32 1, not an array
          {_id: "A", balance: 5, pendingTransactions: [7]} | pendingTransactions has marks of the tutorial's own protocol: stop what runs it, then twophase adopt
          {_id: "A", balance: 5, "a.b": 1} | the field named 'a.b' cannot be guarded, because of the dot in its name: rename it, then the account can be adopted
          {_id: "A", balance: 5, "$b": 1} | the field named '$b' cannot be guarded, because of the $ in its name: rename it, then the account can be adopted
          {_id: "A", balance: 5, available: 5} | v is missing, though available is there
          {_id: "A", balance: 5, status: "vip"} | v is missing, though status is there
          """)
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
