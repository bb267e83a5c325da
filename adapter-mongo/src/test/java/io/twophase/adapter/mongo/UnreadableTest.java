package io.twophase.adapter.mongo;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Holds;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is stored under an id and cannot be read is told, and left alone. */
class UnreadableTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final Target A = new Target.OfAccount(accountId("A"));
  private static final Placing DEBIT = Requests.debit("t1", "A", 30);

  private static final String HOLDING =
      """
      {_id: "A", balance: {$numberLong: "100"}, available: {$numberLong: "70"},
       receivable: {$numberLong: "9223372036854775707"}, pendingTransactions: [%s],
       status: "active", currency: "USD", overdraft: {$numberLong: "0"},
       ceiling: {$numberLong: "9223372036854775807"}, opening: {$numberLong: "100"}, v: 1}
      """;

  private final MongoStore store = FRESH.store();
  private final Holds holds = store.holds();
  private final Records records = store.records();

  private static BsonDocument accountBecomes(String changes, String hold) {
    BsonDocument document = BsonDocument.parse(HOLDING.formatted(hold));
    document.putAll(BsonDocument.parse(changes));
    FRESH.collection("accounts").insertOne(document);
    return document;
  }

  private static BsonDocument stored() {
    return FRESH.one("accounts", "{_id: 'A'}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {v: 2}              | v is 2, written by another version; this one reads 1
          {balance: 100}      | balance is int32 100, not an int64
          {available: 100.0}  | available is double 100.0, not an int64
          {pendingTransactions: "x"} | pendingTransactions is string 'x', not an array
          {pendingTransactions: null} | pendingTransactions is null, not an array
          {status: "odd"}     | status is 'odd', which is no status
          {openFor: "USD", balance: "x"}     | balance is string 'x', not an int64
          {openFor: "USD", receivable: null} | receivable is null, not an int64
          """)
  void anAccountThatCannotBeReadTakesNoHoldAndIsLeftAlone(String change, String fault) {
    BsonDocument before = accountBecomes(change, "");

    assertThat(holds.place(List.of(DEBIT)).get(0).reason())
        .contains(new HoldRefusal.AccountCorrupt(accountId("A"), fault));
    assertThat(holds.find(List.of(A))).containsExactly(Sight.unreadable("A", fault));
    assertThat(holds.stamp(List.of(Requests.stamp(store.home(), DEBIT, 2))))
        .containsExactly(NOT_MATCHED);
    assertThat(
            holds.end(
                List.of(Requests.settle(DEBIT), Requests.release(DEBIT), Requests.withdraw(DEBIT))))
        .containsOnly(NOT_MATCHED);
    assertThat(stored()).isEqualTo(before);
  }

  @Test
  void aHoldThatIsExactlyAsAskedIsEndedAndNothingElseChanges() {
    BsonDocument newer =
        accountBecomes(
            "{v: 2}", "{id: 't1', epoch: {$numberLong: '1'}, debit: {$numberLong: '30'}}");

    assertThat(holds.end(List.of(Requests.settle(DEBIT)))).containsExactly(MATCHED);
    newer.putAll(
        BsonDocument.parse(
            """
            {balance: {$numberLong: "70"}, receivable: {$numberLong: "9223372036854775737"},
             pendingTransactions: []}
            """));
    assertThat(stored()).isEqualTo(newer);
  }

  /** A tool that restores or edits documents may add fields, or write them in another order. */
  @ParameterizedTest
  @CsvSource({"settle, 70, 70", "withdraw, 100, 100", "release, 100, 100"})
  void aHoldThatWasWrittenInAnotherFormIsEnded(String end, long balance, long available) {
    accountBecomes(
        "{}", "{debit: {$numberLong: '30'}, more: 1, epoch: {$numberLong: '1'}, id: 't1'}");

    assertThat(holds.end(List.of(ended(end)))).containsExactly(MATCHED);

    assertThat(stored().getArray("pendingTransactions")).isEmpty();
    assertThat(stored().getInt64("balance").getValue()).isEqualTo(balance);
    assertThat(stored().getInt64("available").getValue()).isEqualTo(available);
  }

  private static Ending ended(String end) {
    return switch (end) {
      case "settle" -> Requests.settle(DEBIT);
      case "withdraw" -> Requests.withdraw(DEBIT);
      default -> Requests.release(DEBIT);
    };
  }

  @Test
  void aHoldWhoseAmountCannotBeReadIsNeverAcknowledged() {
    BsonDocument odd =
        accountBecomes("{}", "{id: 't1', epoch: {$numberLong: '1'}, debit: 'thirty'}");

    assertThatThrownBy(() -> holds.end(List.of(Requests.settle(DEBIT))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("A")
        .hasMessageContaining("t1");
    // what is given back moves nothing: it stays, and the audit names it
    for (Ending end : List.of(Requests.release(DEBIT), Requests.withdraw(DEBIT))) {
      assertThat(holds.end(List.of(end))).containsExactly(MatchOutcome.NOT_MATCHED);
    }
    assertThat(stored()).isEqualTo(odd);
  }

  @Test
  void itsStatusIsNotChangedAndItIsNotOpenedAgain() {
    accountBecomes("{v: 2}", "");

    assertThatThrownBy(() -> store.accounts().change(accountId("A"), StatusChange.FREEZE))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("account A cannot be read: v is 2");
    assertThatThrownBy(() -> store.accounts().open(List.of(account("A").opening(usd("1")))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("account A cannot be read: v is 2");
  }

  @Test
  void aScanShowsWhatCannotBeReadInItsPlace() {
    store.accounts().open(List.of(account("B").opening(usd("1"))));
    accountBecomes("{v: 2}", "");
    FRESH.put("accounts", "{_id: 7, balance: 1}");
    List<Sight> seen = scan(false);

    assertThat(seen).hasSize(3).contains(Sight.unreadable("7", "_id is int32 7, not a string"));
    assertThat(seen.subList(1, 3))
        .extracting(Sight::kind)
        .containsExactly(Sight.Kind.UNREADABLE, Sight.Kind.FOUND);
  }

  private List<Sight> scan(boolean onlyHeld) {
    List<Sight> seen = new ArrayList<>();
    holds.scan(store.accounts().collection(), onlyHeld, seen::add);
    return seen;
  }

  @Test
  void anAccountOfANewerVersionIsAmongThoseThatAreHeld() {
    accountBecomes("{v: 2}", "{id: 't1', epoch: {$numberLong: '1'}, debit: {$numberLong: '30'}}");

    assertThat(scan(true))
        .containsExactly(
            Sight.unreadable("A", "v is 2, written by another version; this one reads 1"));
  }

  @Test
  void anOpenRecordOfANewerVersionIsToldAndLeftAlone() {
    BsonDocument newer = BsonDocument.parse("{_id: 't1', state: 'pending', epoch: 'new', v: 2}");
    FRESH.collection("transactions").insertOne(newer);

    assertThat(records.list(RecordQuery.unfinished(Duration.ZERO, 9)))
        .containsExactly(
            Lookup.unreadable("t1", "v is 2, written by another version; this one reads 1"));
    assertThat(records.insert(List.of(NewRecord.tombstone(new RecordId("t1")))))
        .containsExactly(List.of(BeginOutcome.ID_TAKEN));
    NewRecord begun = StoredRecords.alone(transfer("t1", "A", "B", usd("1")));
    StoredRecords.to(begun, State.DONE, Verdict.ALL_APPLIED)
        .forEach(
            transition ->
                assertThat(records.move(List.of(transition))).containsExactly(NOT_MATCHED));
    assertThat(FRESH.collection("transactions").find()).containsExactly(newer);
  }

  @Test
  void recordsThatCannotBeReadAreSkippedAsOthersAre() {
    for (String id : List.of("t1", "t2", "t3")) {
      FRESH.put("transactions", "{_id: '" + id + "', state: 'pending', v: 2}");
    }
    assertThat(records.list(RecordQuery.unfinished(Duration.ZERO, 2).withSkip(1)))
        .extracting(Lookup::id)
        .containsExactly("t2", "t3");
  }

  @Test
  void aRecordThatCannotBeReadIsShownBehindAPlaceByItsDate() {
    for (String id : List.of("t1", "t2", "t3")) {
      String date = "{$date: {$numberLong: '" + (id.equals("t3") ? 9 : 10) + "'}}";
      FRESH
          .collection("transactions")
          .insertOne(
              BsonDocument.parse(
                  "{_id: '" + id + "', state: 'pending', v: 2, lastModified: " + date + "}"));
    }
    TransactionRecord shown =
        StoredRecords.alone(transfer("t1", "A", "B", usd("1"))).stored(Instant.ofEpochMilli(10));

    assertThat(records.list(RecordQuery.unfinished(Duration.ZERO, 9).after(shown)))
        .extracting(Lookup::id)
        .containsExactly("t2");
  }

  @Test
  void aRecordThatCannotBeReadIsTold() {
    FRESH
        .collection("transactions")
        .insertMany(
            List.of(
                BsonDocument.parse("{_id: 't1', state: 'pending', v: 9}"),
                BsonDocument.parse("{_id: 5, source: 'A', state: 'pending', v: 1}")));
    Lookup newer = Lookup.unreadable("t1", "v is 9, written by another version; this one reads 1");
    Lookup numbered = Lookup.unreadable("5", "_id is int32 5, not a string");
    List<Lookup> seen = new ArrayList<>();
    records.scan(Optional.empty(), seen::add);

    assertThat(records.findMembers(List.of(transactionId("t1")))).containsExactly(newer);
    assertThat(seen).containsExactlyInAnyOrder(newer, numbered);
    assertThat(records.list(RecordQuery.latest(Optional.empty(), Optional.empty(), Labels.NONE, 9)))
        .containsExactlyInAnyOrder(newer, numbered);
    assertThat(records.insert(List.of(NewRecord.submitted(transfer("t1", "A", "B", usd("1"))))))
        .containsExactly(List.of(BeginOutcome.ID_TAKEN));
  }
}
