package io.twophase.adapter.mongo.adoption;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.adoption.Adoption.AdoptionReport;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.PendingRule;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.Remedy;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.transaction.HoldRefusal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collections of the tutorial are taken over with what is in flight in them. */
class TutorialAdoptionTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final List<String> WRITES = List.of("update", "findAndModify", "insert");

  private Adoption adoption = FRESH.store().adoption();

  @BeforeEach
  void fresh() {
    adoption = FRESH.store().adoption();
  }

  private static void account(String document) {
    FRESH.put("accounts", document);
  }

  private static void transaction(String id, String state, String also) {
    FRESH
        .collection("transactions")
        .insertOne(
            BsonDocument.parse(
                "{_id: %s, source: 'A', destination: 'B', value: 100, state: '%s'%s}"
                    .formatted(id, state, also)));
  }

  /** Balance, marks, and whether it is adopted, of each account. */
  private static Map<String, String> accounts() {
    Map<String, String> seen = new TreeMap<>();
    for (BsonDocument document : FRESH.collection("accounts").find()) {
      List<String> marks = new ArrayList<>();
      if (document.get("pendingTransactions") instanceof BsonArray array) {
        array.forEach(mark -> marks.add(mark.toString()));
      }
      seen.put(
          document.getString("_id").getValue(),
          document.getNumber("balance").longValue()
              + " "
              + marks
              + (document.containsKey("v") ? " adopted" : ""));
    }
    return seen;
  }

  private static Map<String, String> states() {
    Map<String, String> seen = new TreeMap<>();
    for (BsonDocument document : FRESH.collection("transactions").find()) {
      seen.put(document.get("_id").toString(), document.getString("state").getValue());
    }
    return seen;
  }

  private static List<BsonDocument> everything() {
    List<BsonDocument> all = new ArrayList<>();
    FRESH.collection("accounts").find().into(all);
    return FRESH.collection("transactions").find().into(all);
  }

  @ParameterizedTest
  @CsvSource({
    "pending, 1000, [], 1000, [], FINISH, 900, 1100, done",
    "pending, 900, [7], 1000, [], FINISH, 900, 1100, done",
    "pending, 900, [7], 1100, [7], FINISH, 900, 1100, done",
    "pending, 1000, [], 1000, [], UNDO, 1000, 1000, canceled",
    "pending, 900, [7], 1000, [], UNDO, 1000, 1000, canceled",
    "pending, 1000, [], 1100, [7], UNDO, 1000, 1000, canceled",
    "pending, 900, [7], 1100, [7], UNDO, 1000, 1000, canceled",
    "applied, 900, [7], 1100, [7], UNDO, 900, 1100, done",
    "applied, 900, [], 1100, [7], FINISH, 900, 1100, done",
    "committed, 900, [], 1100, [7], FINISH, 900, 1100, done",
    "canceling, 900, [7], 1000, [], FINISH, 1000, 1000, canceled",
    "canceling, 1000, [], 1000, [], FINISH, 1000, 1000, canceled",
    "done, 900, [7], 1100, [], FINISH, 900, 1100, done",
    "canceled, 900, [7], 1000, [], FINISH, 1000, 1000, canceled",
    "cancelled, 1000, [], 1100, [7], FINISH, 1000, 1000, cancelled",
  })
  void whatIsInFlightEndsByTheTutorialsRules(
      String state,
      long balanceOfA,
      String marksOfA,
      long balanceOfB,
      String marksOfB,
      PendingRule rule,
      long endOfA,
      long endOfB,
      String end) {
    account("{_id: 'A', balance: %d, pendingTransactions: %s}".formatted(balanceOfA, marksOfA));
    account("{_id: 'B', balance: %d, pendingTransactions: %s}".formatted(balanceOfB, marksOfB));
    transaction("7", state, "");
    List<BsonDocument> before = everything();

    AdoptionPlan plan = adoption.plan(rule);
    assertThat(everything()).as("a plan changes nothing").isEqualTo(before);
    assertThat(plan.transactions()).noneMatch(t -> t.decision().remedy() == Remedy.REFUSE);

    AdoptionReport report = adoption.run(rule);

    assertThat(accounts())
        .isEqualTo(Map.of("A", endOfA + " [] adopted", "B", endOfB + " [] adopted"));
    assertThat(states().values()).containsExactly(end);
    assertThat(report.left().isComplete()).isTrue();
    assertThat(report.adopted()).isEqualTo(2);
    List<BsonDocument> after = everything();
    assertThat(adoption.run(rule).adopted()).isZero();
    assertThat(everything()).as("again does nothing").isEqualTo(after);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{value: 100.5} | {} | value is 100.5, not an exact whole number above zero",
        "{value: -1} | {} | value is -1, not an exact whole number above zero",
        "{value: 'x'} | {} | value is 'x', not a number",
        "{destination: 'C'} | {} | account C is missing: finishing would lose the amount",
        "{destination: 'A'} | {} | source and destination are both 'A'",
        "{value: 1001} | {} | account A has 1000, which would become -1",
        "{} | {balance: 1000.5} | balance is 1000.5, not an exact whole number",
        "{} | {pendingTransactions: [7, 7]} | account A has the mark of 7 more than once",
        "{} | {pendingTransactions: 'x'} | pendingTransactions is 'x', no array",
        "{} | {v: 1} | account A is adopted already",
        "{state: 'odd'} | {} | state is 'odd', which is no state",
        "{state: 'initial'} | {} | nothing has moved; mend it, or remove it: _id is int32 7, not a"
            + " string",
        "{state: 'initial', endedAt: 'noon'} | {} | endedAt is a field of Twophase's records",
        "{state: 'initial', finishedAt: null} | {} | finishedAt is a field of Twophase's records",
        "{state: 'initial', owner: 'Ann'} | {} | owner is a field of Twophase's records",
        "{state: 'initial', decidedAt: {$date: 0}} | {} | decidedAt is a field of Twophase's"
            + " records",
        "{state: 'initial', kind: 'batch'} | {} | kind is a field of Twophase's records",
        "{state: 'initial', numbered: 1} | {} | numbered is a field of Twophase's records",
        "{state: 'initial', quorumReads: 'x'} | {} | quorumReads is a field of Twophase's records",
      })
  void whatTheTutorialsRulesWouldSpoilIsRefusedAndNotTouched(
      String ofTransaction, String ofA, String why) {
    account("{_id: 'A', balance: 1000, pendingTransactions: []}");
    account("{_id: 'B', balance: 1000, pendingTransactions: []}");
    account("{_id: 'D', balance: 1, pendingTransactions: []}");
    transaction("7", "pending", "");
    set("transactions", "7", ofTransaction);
    set("accounts", "'A'", ofA);
    Map<String, String> states = states();
    String a = accounts().get("A");

    AdoptionReport report = adoption.run(PendingRule.FINISH);

    assertThat(report.left().transactions())
        .singleElement()
        .satisfies(
            left -> {
              assertThat(left.decision().remedy()).isEqualTo(Remedy.REFUSE);
              assertThat(left.decision().detail()).contains(why);
            });
    assertThat(report.left().isComplete()).isFalse();
    assertThat(states()).isEqualTo(states);
    boolean isInTheWay = !states.containsValue("initial");
    assertThat(accounts())
        .containsEntry("A", isInTheWay ? a : a + " adopted")
        .containsEntry("D", "1 [] adopted");
  }

  private static void set(String collection, String id, String fields) {
    BsonDocument set = BsonDocument.parse(fields);
    if (!set.isEmpty()) {
      FRESH
          .collection(collection)
          .updateOne(BsonDocument.parse("{_id: %s}".formatted(id)), new BsonDocument("$set", set));
    }
  }

  @Test
  void undoingLeavesNoDebt() {
    account("{_id: 'A', balance: 900, pendingTransactions: [7]}");
    account("{_id: 'B', balance: 40, pendingTransactions: [7]}");
    transaction("7", "pending", "");

    AdoptionReport report = adoption.run(PendingRule.UNDO);

    assertThat(report.left().transactions().get(0).decision().detail())
        .isEqualTo("account B has 40, which would become -60");
    assertThat(accounts())
        .isEqualTo(Map.of("A", "900 [BsonInt32{value=7}]", "B", "40 [BsonInt32{value=7}]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"value: 1.5", "source: 'B'", "source: 5", "currency: 'x'", "lastModified: 'x'"})
  void anInitialTransactionThatNobodyCanRunIsRefused(String odd) {
    transaction("'7'", "initial", "");
    set("transactions", "'7'", "{" + odd + "}");

    AdoptionPlan left = adoption.run(PendingRule.FINISH).left();

    assertThat(left.isComplete()).isFalse();
    assertThat(left.transactions().get(0).decision().detail())
        .startsWith("nothing has moved; mend it, or remove it: ");
  }

  /** A shell reads a number of one type, and writes it back as another. */
  @Test
  void aMarkIsTheIdAsANumberWhateverItsType() {
    account("{_id: 'A', balance: 50, pendingTransactions: [7.0]}");
    account("{_id: 'B', balance: 40, pendingTransactions: [{$numberLong: '7'}]}");
    transaction("7", "pending", "");

    assertThat(adoption.run(PendingRule.UNDO).left().transactions())
        .extracting(left -> left.decision().detail())
        .containsExactly("account B has 40, which would become -60");
    assertThat(adoption.run(PendingRule.FINISH).left().isComplete()).isTrue();
    assertThat(accounts()).isEqualTo(Map.of("A", "50 [] adopted", "B", "40 [] adopted"));
  }

  /** A worker of this software that uses an account makes it its own. */
  @Test
  void whatAWorkerAdoptsMeanwhileIsNotWrittenByTheTutorialsRules() {
    account("{_id: 'A', balance: 1000, pendingTransactions: []}");
    account("{_id: 'B', balance: 1000, pendingTransactions: []}");
    transaction("7", "pending", "");
    CommandRecorder recorder = new CommandRecorder();
    AtomicInteger writes = new AtomicInteger();
    try (MongoClient client = recorder.client()) {
      MongoStore store = FRESH.store(client);
      recorder.afterEach(
          "update",
          () -> {
            if (writes.getAndIncrement() == 0) {
              Placing debit =
                  Requests.range("t1", 1, "B", Range.whole(2, 0), Currency.getInstance("XXX"));
              FRESH.store().holds().place(List.of(debit));
            }
          });
      AdoptionReport report = store.adoption().run(PendingRule.FINISH);
      assertThat(report.transactions()).isEmpty();
      assertThat(report.left().transactions())
          .singleElement()
          .satisfies(
              left ->
                  assertThat(left.decision().detail()).contains("account B is adopted already"));
    }
    assertThat(states()).containsValue("pending");
    assertThat(accounts().get("B")).startsWith("1000 [{");
    adoption.run(PendingRule.UNDO);
    assertThat(accounts()).containsEntry("A", "1000 [] adopted");
    assertThat(states()).containsValue("canceled");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "8 | no such transaction: whether its amount is in the balance cannot be known",
        "'other' | its transaction touches other accounts only",
        "'fresh' | its transaction is initial",
        "'ours' | its transaction is not one of the tutorial's protocol",
      })
  void aMarkOfWhichNothingIsKnownIsRefusedAndNotTouched(String mark, String why) {
    account("{_id: 'A', balance: 900, pendingTransactions: [%s]}".formatted(mark));
    account("{_id: 'B', balance: 1, pendingTransactions: []}");
    transaction("'fresh'", "initial", "");
    transaction("'other'", "done", "");
    set("transactions", "'other'", "{source: 'C'}");
    transaction("'ours'", "done", ", epoch: 1");
    BsonDocument before = FRESH.one("accounts", "{_id: 'A'}");

    AdoptionReport report = adoption.run(PendingRule.FINISH);

    assertThat(report.left().marks().get(0).decision().detail()).contains(why);
    assertThat(report.left().marked()).isEqualTo(1);
    assertThat(FRESH.one("accounts", "{_id: 'A'}")).isEqualTo(before);
    assertThat(accounts()).containsEntry("B", "1 [] adopted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "5.0", "{$numberLong: '5'}", "{$numberDecimal: '5.00'}"})
  void wholeBalancesOfAnyTypeAreAdoptedExactly(String balance) {
    account("{_id: 'A', balance: %s}".formatted(balance));

    assertThat(adoption.run(PendingRule.FINISH).left().isComplete()).isTrue();

    assertThat(FRESH.one("accounts", "{}").get("balance").asInt64().getValue()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{balance: 9007199254740994.0} | not an exact whole number",
        "{balance: {$numberDouble: '-Infinity'}} | balance is -Infinity",
        "{balance: {$numberDecimal: '1.5'}} | balance is 1.5, not an exact whole number",
        "{balance: {$numberDecimal: 'NaN'}} | balance is NaN, not an exact whole number",
        "{balance: {$numberDecimal: '1E30'}} | balance is 1E+30, not an exact whole number",
        "{balance: null} | balance is null, not a number",
        "{balance: 5, openFor: 'guests'} | v is missing, though openFor is there",
        "{balance: 5, shutFor: 'EUR'} | v is missing, though shutFor is there",
        "{balance: 5, at: {$timestamp: {t: 0, i: 0}}} | at is an empty timestamp",
        "{balance: 5, quorumReads: 'x'} | v is missing, though quorumReads is there",
      })
  void otherBalancesAreNamedAndNotTouchedAndTheRestGoesOn(String fields, String why) {
    account("{_id: 'A', x: {}}");
    set("accounts", "'A'", fields);
    BsonDocument before = FRESH.one("accounts", "{}");
    account("{_id: 'B', balance: 1, pendingTransactions: []}");

    AdoptionReport report = adoption.run(PendingRule.FINISH);

    assertThat(report.left().refused())
        .singleElement()
        .satisfies(
            refused -> {
              assertThat(refused.id()).isEqualTo("A");
              assertThat(refused.fault()).contains(why);
            });
    assertThat(FRESH.one("accounts", "{_id: 'A'}")).isEqualTo(before);
    assertThat(report.adopted()).isEqualTo(1);
  }

  /** A host's field is as it was, and the money moves, when the account is used without adopt. */
  @ParameterizedTest
  @ValueSource(strings = {"openFor: 'guests'", "shutFor: 'EUR'"})
  void aFieldOfAHostIsNotWrittenOverByTheFirstHoldEither(String field) {
    account("{_id: 'A', balance: 5, %s}".formatted(field));
    BsonDocument before = FRESH.one("accounts", "{}");
    MongoStore store = FRESH.store();

    Placing debit = Requests.range("t1", 1, "A", Range.whole(2, 0), Currency.getInstance("XXX"));

    assertThat(store.holds().place(List.of(debit)).get(0))
        .isEqualTo(
            Answer.refused(
                new HoldRefusal.AccountCorrupt(
                    accountId("A"),
                    "v is missing, though "
                        + field.substring(0, field.indexOf(':'))
                        + " is there")));
    assertThat(FRESH.one("accounts", "{}")).isEqualTo(before);
  }

  /** What a reader of an account has counted in it does not keep it from being adopted. */
  @Test
  void whatReadersCountIsNoFieldOfAHosts() {
    account("{_id: 'A', balance: 5}");
    FRESH.store().holds().findLatest(new Target.OfAccount(accountId("A")));
    assertThat(FRESH.one("accounts", "{}")).containsKey("quorumReads");

    assertThat(adoption.run(PendingRule.FINISH).adopted()).isEqualTo(1);
  }

  private static void muddle() {
    account("{_id: 'A', balance: 900, pendingTransactions: ['p', 'c']}");
    account("{_id: 'B', balance: 1200, pendingTransactions: ['a', 'c', 'x', 'd']}");
    transaction("'p'", "pending", "");
    transaction("'a'", "applied", "");
    transaction("'c'", "canceling", "");
    transaction("'x'", "canceled", "");
    transaction("'d'", "done", "");
  }

  @ParameterizedTest
  @EnumSource(PendingRule.class)
  void aRunThatDiesAfterAnyWriteOrBeforeItsAnswerIsResumedByRunningAgain(PendingRule rule) {
    muddle();
    adoption.run(rule);
    Map<String, String> accounts = accounts();
    Map<String, String> states = states();
    int writes = 0;
    while (dies(rule, writes)) {
      assertThat(adoption.run(rule).left().isComplete()).isTrue();
      assertThat(accounts()).as("died after write " + writes).isEqualTo(accounts);
      assertThat(states()).as("died after write " + writes).isEqualTo(states);
      writes++;
    }
    assertThat(writes).isGreaterThan(10);
  }

  /** Runs on a new muddle and dies after so many writes; answers whether there were as many. */
  private static boolean dies(PendingRule rule, int after) {
    FRESH.database().drop();
    muddle();
    AtomicInteger left = new AtomicInteger(after);
    CommandRecorder recorder = new CommandRecorder();
    try (MongoClient client = recorder.client()) {
      MongoStore store = FRESH.store(client);
      for (String write : WRITES) {
        recorder.afterEach(
            write,
            () -> {
              if (left.getAndDecrement() == 0) {
                throw new Died();
              }
            });
      }
      try {
        store.adoption().run(rule);
        return false;
      } catch (Died died) {
        return true;
      }
    }
  }

  /** The process is gone. */
  private static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void recordsSayWhatTheirAmountsAreOf() {
    account("{_id: 'A', balance: 900, pendingTransactions: []}");
    transaction("'new'", "initial", "");
    MongoStore store = FRESH.store(Servers.QUIET.withAdoptedCurrency(Currency.getInstance("EUR")));

    assertThat(store.adoption().run(PendingRule.FINISH).left().isComplete()).isTrue();

    assertThat(FRESH.one("transactions", "{}").getString("currency").getValue()).isEqualTo("EUR");
    assertThat(FRESH.one("accounts", "{}").getString("currency").getValue()).isEqualTo("EUR");
  }
}
