package io.twophase.adapter.mongo.command;

import static io.twophase.domain.outcome.MatchOutcome.IN_DOUBT;
import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.clientbulk.ClientBulkWriteServer;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The one command for accounts and several collections: what it costs, and how it may end. */
class OneCommandTest {

  private static final DocumentRef LINE = in("lines", "l1");
  private static final DocumentRef OTHER_LINE = in("lines", "l2");
  private static final DocumentRef NOTE = in("notes", "n1");

  /** What goes wrong; a write only if it holds something. */
  private static final class Faults implements ClientBulkWriteServer.Fault {
    private int refusal;
    private String failing = "nothing";
    private int failure;
    private boolean isUnconfirmed;

    @Override
    public int refusal() {
      return refusal;
    }

    @Override
    public int failure(Document write) {
      String text = write.toString();
      return text.contains(failing) && text.contains("$push") ? failure : 0;
    }

    @Override
    public Document answer(Document sound) {
      return isUnconfirmed
          ? sound.append(
              "writeConcernError",
              new Document("code", 64).append("errmsg", "waiting for replication timed out"))
          : sound;
    }
  }

  private final Faults faults = new Faults();
  private final MongoServer server = ClientBulkWriteServer.start(faults);
  private final CommandRecorder recorder = new CommandRecorder();
  private final MongoClient client =
      recorder.client(server.bindAndGetConnectionString() + "/?serverSelectionTimeoutMS=5000");
  private final MongoStore store =
      MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false));
  private final ParticipantRepository participants = store.participants();

  private static DocumentRef in(String collection, String id) {
    return CollectionName.of(collection).document(value(id));
  }

  @BeforeEach
  void openAndStore() {
    store
        .accounts()
        .open(List.of(account("A").opening(usd("100")), account("B").opening(usd("0"))));
    // the first makes the collections; with the second it is asked what they are like
    for (String id : List.of("1", "2")) {
      stored(
          insert(order("o" + id), fields("n", 1)),
          insert(in("lines", "seed" + id), fields("n", 1)),
          insert(in("notes", "s" + id), fields("n", 1)));
    }
    recorder.commands();
  }

  private void stored(DocumentOperation... operations) {
    List<DocumentLeg> legs =
        Stream.of(operations).map(operation -> leg("seed", 1, operation)).toList();
    store.documents().hold(legs);
    assertThat(store.documents().settle(legs)).containsOnly(MATCHED);
  }

  @AfterEach
  void stop() {
    client.close();
    server.shutdownNow();
  }

  private static List<ParticipantLeg> legs(long at, Operation... operations) {
    return Stream.of(operations)
        .map(
            operation ->
                operation.<ParticipantLeg>foldTarget(
                    on -> new ParticipantLeg.OnAccount(new Leg(transactionId("t1"), epoch(at), on)),
                    on -> new ParticipantLeg.OnDocument(leg("t1", at, on))))
        .toList();
  }

  private static List<ParticipantLeg> payment(long at) {
    return legs(
        at,
        debit("A", usd("5")),
        credit("B", usd("5")),
        change(order("o1"), set("n", 2)),
        insert(LINE, fields("n", 1)));
  }

  private List<String> held(DocumentRef document) {
    return store
        .documents()
        .find(List.of(document))
        .get(0)
        .fold(
            found ->
                found.document().holds().stream().map(hold -> hold.transaction().value()).toList(),
            absent -> List.of("absent"),
            unreadable -> List.of("unreadable"));
  }

  @Test
  void eachStepIsOne() {
    assertThat(participants.hold(payment(1))).allMatch(HoldOutcome::isHeld);
    assertThat(participants.stamp(payment(2))).containsOnly(MATCHED);
    assertThat(participants.release(payment(2))).containsOnly(MATCHED);
    assertThat(participants.hold(payment(3))).allMatch(HoldOutcome::isHeld);
    assertThat(participants.withdraw(payment(3))).containsOnly(MATCHED);
    assertThat(participants.hold(payment(4))).allMatch(HoldOutcome::isHeld);
    assertThat(participants.settle(payment(4))).containsOnly(MATCHED);

    assertThat(recorder.commands()).hasSize(7).containsOnly("bulkWrite");
  }

  /** The first command of a kind that ends it is an insert: what is behind is sent by itself. */
  @Test
  void whatAnInsertThatIsThereHasStoppedIsSentAfterwards() {
    List<HoldOutcome> outcomes =
        participants.hold(
            legs(
                1,
                insert(OTHER_LINE, fields("n", 1)),
                insert(in("lines", "seed1"), fields("n", 1)),
                debit("A", usd("5")),
                insert(LINE, fields("n", 1)),
                insert(NOTE, fields("n", 1)),
                insert(in("lines", "zz"), fields("n", 1)),
                change(order("o1"), set("n", 2))));

    assertThat(recorder.commands()).containsExactly("bulkWrite", "insert", "find", "insert");
    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            DocumentHoldOutcome.Refused.class,
            refused ->
                assertThat(refused.refusal()).isInstanceOf(DocumentRefusal.DocumentExists.class));
    assertThat(Stream.of(0, 2, 3, 4, 5, 6).map(outcomes::get)).allMatch(HoldOutcome::isHeld);
    assertThat(Stream.of(LINE, OTHER_LINE, NOTE, in("lines", "zz"), order("o1")).map(this::held))
        .allMatch(List.of("t1")::equals);
    assertThat(held(in("lines", "seed1"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {10334, 17419, 17420})
  void whatIsTooLargeIsRefusedByNameAndTheOthersAreHeld(int code) {
    faults.failing = "o1";
    faults.failure = code;

    List<HoldOutcome> outcomes =
        participants.hold(
            legs(
                1,
                debit("A", usd("5")),
                change(order("o1"), set("n", 2)),
                change(order("o2"), set("n", 2)),
                change(in("notes", "s1"), set("n", 2)),
                insert(LINE, fields("n", 1))));

    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            DocumentHoldOutcome.Refused.class,
            refused ->
                assertThat(refused.refusal()).isInstanceOf(DocumentRefusal.DocumentTooLarge.class));
    assertThat(Stream.of(0, 2, 3, 4).map(outcomes::get)).allMatch(HoldOutcome::isHeld);
    assertThat(held(order("o1"))).isEmpty();
    assertThat(Stream.of(order("o2"), in("notes", "s1"), LINE).map(this::held))
        .allMatch(List.of("t1")::equals);
  }

  @Test
  void whatIsNotConfirmedIsInDoubtAndNothingMoreIsSent() {
    faults.isUnconfirmed = true;

    assertThat(participants.hold(payment(1)))
        .containsExactly(
            AccountHoldOutcome.inDoubt(),
            AccountHoldOutcome.inDoubt(),
            DocumentHoldOutcome.inDoubt(),
            DocumentHoldOutcome.inDoubt());
    assertThat(participants.settle(payment(1))).containsOnly(IN_DOUBT);
    assertThat(recorder.commands()).containsExactly("bulkWrite", "bulkWrite");
    faults.isUnconfirmed = false;
    assertThat(participants.settle(payment(1))).containsOnly(MatchOutcome.NOT_MATCHED);
  }

  /** The insert's refusal is certain; whether those before it will last is not. */
  @Test
  void soIsWhatAnInsertHasStoppedOfACommandThatIsNotConfirmed() {
    faults.isUnconfirmed = true;

    assertThat(
            participants.hold(
                legs(
                    1,
                    debit("A", usd("5")),
                    insert(in("lines", "seed1"), fields("n", 1)),
                    insert(NOTE, fields("n", 1)))))
        .allMatch(HoldOutcome::isInDoubt);
    assertThat(recorder.commands()).containsExactly("bulkWrite");
    assertThat(held(NOTE)).containsExactly("absent");
  }

  @Test
  void whatIsBeforeAWriteInDoubtIsCertainAndWhatIsBehindItIsNotSent() {
    faults.failing = "o1";
    faults.failure = 91;

    assertThat(
            participants.hold(
                legs(
                    1,
                    insert(LINE, fields("n", 1)),
                    change(order("o1"), set("n", 2)),
                    debit("A", usd("5")),
                    change(order("o2"), set("n", 2)))))
        .extracting(outcome -> outcome.isInDoubt() ? "in doubt" : outcome.isHeld() ? "held" : "")
        .containsExactly("in doubt", "in doubt", "held", "in doubt");
    assertThat(recorder.commands()).containsExactly("bulkWrite");
    assertThat(held(LINE)).containsExactly("absent");
    assertThat(held(order("o2"))).isEmpty();
  }

  /** The sum of two debits does not fit, so each is sent again, and that has no answer. */
  @Test
  void whatFollowsADoubtOfAnAccountIsNotSent() {
    recorder.afterEach("find", () -> faults.refusal = 91);
    List<ParticipantLeg> legs =
        new ArrayList<>(
            legs(
                1,
                debit("A", usd("60")),
                insert(in("lines", "seed1"), fields("n", 1)),
                insert(NOTE, fields("n", 1))));
    legs.add(
        new ParticipantLeg.OnAccount(
            new Leg(transactionId("t2"), epoch(1), debit("A", usd("60")))));

    assertThat(participants.hold(legs)).allMatch(HoldOutcome::isInDoubt);
    assertThat(recorder.commands()).containsExactly("bulkWrite", "find", "bulkWrite");
    assertThat(held(NOTE)).containsExactly("absent");
  }

  @Test
  void anAnswerThatIsNoneIsADoubt() {
    faults.refusal = 91;

    assertThat(participants.hold(payment(1))).allMatch(HoldOutcome::isInDoubt);
    assertThat(recorder.commands()).containsOnly("bulkWrite");
    assertThat(held(LINE)).containsExactly("absent");
  }

  @Test
  void aStoreThatIsGoneHasDoneNothingOrLeavesADoubt() {
    recorder.afterEach("bulkWrite", server::shutdownNow);
    assertThat(
            participants.hold(
                legs(
                    1,
                    debit("A", usd("5")),
                    insert(in("lines", "seed1"), fields("n", 1)),
                    insert(NOTE, fields("n", 1)))))
        .satisfiesExactly(
            debited -> assertThat(debited.isHeld()).isTrue(),
            there -> assertThat(there.isInDoubt()).isTrue(),
            behind -> assertThat(behind.isInDoubt()).isTrue());
  }

  @Test
  void aRefusalKeepsNoneOfTheOthersFromBeingHeld() {
    faults.failing = "o1";
    faults.failure = 13;

    List<HoldOutcome> outcomes = participants.hold(payment(1));

    assertThat(outcomes).filteredOn(HoldOutcome::isHeld).hasSize(outcomes.size() - 1);
    assertThat(outcomes)
        .filteredOn(outcome -> !outcome.isHeld())
        .singleElement()
        .asString()
        .contains("UnsafeCollection", "refuses to update bank.orders: code 13");
  }

  @Test
  void aSettleThatIsRefusedIsThrown() {
    faults.refusal = 13;
    assertThatThrownBy(() -> participants.settle(payment(1)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("refuses to");
  }

  @Test
  void aServerThatHasNoSuchCommandIsSentOneForEachCollection() {
    faults.refusal = 115;

    assertThat(participants.hold(payment(1))).allMatch(HoldOutcome::isHeld);
    assertThat(recorder.commands()).containsExactly("bulkWrite", "update", "insert", "update");
    assertThat(participants.settle(payment(1))).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("update", "update", "update");
  }

  @Test
  void aServerThatCannotBeReachedIsSentNothing() {
    server.shutdownNow();
    // the first finds its connection closed, and cannot know when
    assertThat(participants.hold(payment(1))).allMatch(HoldOutcome::isInDoubt);

    assertThatThrownBy(() -> participants.hold(payment(1)))
        .isInstanceOf(StoreUnavailableException.class);
  }
}
