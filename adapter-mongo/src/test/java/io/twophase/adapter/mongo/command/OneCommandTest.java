package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.at;
import static io.twophase.adapter.mongo.testing.Requests.credit;
import static io.twophase.adapter.mongo.testing.Requests.debit;
import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.domain.hold.Claim.Answer.Kind.HELD;
import static io.twophase.domain.hold.Claim.Answer.Kind.IN_DOUBT;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.MongoServer;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer;
import io.twophase.adapter.mongo.server.ClientBulkWriteServer.Faults;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.DocumentRefusal;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The one command for accounts and several collections: what it costs, and how it may end. */
class OneCommandTest {

  private static final DocumentRef LINE = in("lines", "l1");
  private static final DocumentRef OTHER_LINE = in("lines", "l2");
  private static final DocumentRef NOTE = in("notes", "n1");

  private final Faults faults = new Faults();

  @AutoClose("shutdownNow")
  private final MongoServer server = ClientBulkWriteServer.start(faults);

  private final CommandRecorder recorder = new CommandRecorder();

  @AutoClose
  private final MongoClient client =
      recorder.client(server.bindAndGetConnectionString() + "/?serverSelectionTimeoutMS=3000");

  private final Holding holding = new Holding(Servers.bank(client));

  private static DocumentRef in(String collection, String id) {
    return CollectionName.of(collection).document(value(id));
  }

  @BeforeEach
  void openAndStore() {
    Transfers.open(holding.store());
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
    List<Placing> holds = Stream.of(operations).map(operation -> on("seed", operation)).toList();
    holding.held(holds);
    assertThat(holding.settle(holds)).containsOnly(MATCHED);
  }

  private static Placing changing(DocumentRef document) {
    return on("t1", change(document, set("n", 2)));
  }

  private static Placing inserting(DocumentRef document) {
    return on("t1", insert(document, fields("n", 1)));
  }

  private static List<Placing> payment(long epoch) {
    return Stream.of(
            debit("t1", "A", 5_00), credit("t1", "B", 5_00), changing(order("o1")), inserting(LINE))
        .map(asked -> at(epoch, asked))
        .toList();
  }

  private List<String> held(DocumentRef document) {
    Sight seen = holding.find(document);
    return seen.kind() == Sight.Kind.ABSENT ? List.of("absent") : holding.holders(document);
  }

  private static void assertHeldBut(int refused, List<Answer> answers) {
    assertThat(
            IntStream.range(0, answers.size()).filter(at -> at != refused).mapToObj(answers::get))
        .extracting(Answer::kind)
        .containsOnly(Answer.Kind.HELD);
  }

  @Test
  void eachStepIsOne() {
    holding.held(payment(1));
    assertThat(holding.stamp(payment(1), 2)).containsOnly(MATCHED);
    assertThat(holding.release(payment(2))).containsOnly(MATCHED);
    holding.held(payment(3));
    assertThat(holding.withdraw(payment(3))).containsOnly(MATCHED);
    holding.held(payment(4));
    assertThat(holding.settle(payment(4))).containsOnly(MATCHED);

    assertThat(recorder.commands()).hasSize(7).containsOnly("bulkWrite");
  }

  /** The first command of a kind that ends it is an insert: what is behind is sent by itself. */
  @Test
  void whatAnInsertThatIsThereHasStoppedIsSentAfterwards() {
    List<Answer> outcomes =
        holding.place(
            List.of(
                inserting(OTHER_LINE),
                inserting(in("lines", "seed1")),
                debit("t1", "A", 5_00),
                inserting(LINE),
                inserting(NOTE),
                inserting(in("lines", "zz")),
                changing(order("o1"))));

    assertThat(recorder.commands()).containsExactly("bulkWrite", "insert", "find", "insert");
    assertThat(outcomes.get(1).reason().orElseThrow())
        .isInstanceOf(DocumentRefusal.DocumentExists.class);
    assertHeldBut(1, outcomes);
    assertThat(Stream.of(LINE, OTHER_LINE, NOTE, in("lines", "zz"), order("o1")).map(this::held))
        .allMatch(List.of("t1")::equals);
    assertThat(held(in("lines", "seed1"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {10334, 17419, 17420})
  void whatIsTooLargeIsRefusedByNameAndTheOthersAreHeld(int code) {
    faults.failing = "o1";
    faults.failure = code;

    List<Answer> outcomes =
        holding.place(
            List.of(
                debit("t1", "A", 5_00),
                changing(order("o1")),
                changing(order("o2")),
                changing(in("notes", "s1")),
                inserting(LINE)));

    assertThat(outcomes.get(1).reason().orElseThrow())
        .isInstanceOf(DocumentRefusal.DocumentTooLarge.class);
    assertHeldBut(1, outcomes);
    assertThat(held(order("o1"))).isEmpty();
    assertThat(Stream.of(order("o2"), in("notes", "s1"), LINE).map(this::held))
        .allMatch(List.of("t1")::equals);
  }

  @Test
  void whatIsNotConfirmedIsInDoubtAndNothingMoreIsSent() {
    faults.isUnconfirmed = true;

    assertThat(holding.place(payment(1))).hasSize(4).containsOnly(Answer.inDoubt());
    assertThat(holding.settle(payment(1))).containsOnly(MatchOutcome.IN_DOUBT);
    assertThat(recorder.commands()).containsExactly("bulkWrite", "bulkWrite");
    faults.isUnconfirmed = false;
    assertThat(holding.settle(payment(1))).containsOnly(MatchOutcome.NOT_MATCHED);
  }

  /** The insert's refusal is certain; whether those before it will last is not. */
  @Test
  void soIsWhatAnInsertHasStoppedOfACommandThatIsNotConfirmed() {
    faults.isUnconfirmed = true;

    assertThat(
            holding.place(
                List.of(debit("t1", "A", 5_00), inserting(in("lines", "seed1")), inserting(NOTE))))
        .allMatch(Answer.inDoubt()::equals);
    assertThat(recorder.commands()).containsExactly("bulkWrite");
    assertThat(held(NOTE)).containsExactly("absent");
  }

  @Test
  void whatIsBeforeAWriteInDoubtIsCertainAndWhatIsBehindItIsNotSent() {
    faults.failing = "o1";
    faults.failure = 91;

    assertThat(
            holding.place(
                List.of(
                    inserting(LINE),
                    changing(order("o1")),
                    debit("t1", "A", 5_00),
                    changing(order("o2")))))
        .extracting(Answer::kind)
        .containsExactly(IN_DOUBT, IN_DOUBT, HELD, IN_DOUBT);
    assertThat(recorder.commands()).containsExactly("bulkWrite");
    assertThat(held(LINE)).containsExactly("absent");
    assertThat(held(order("o2"))).isEmpty();
  }

  @Test
  void aStoreThatIsGoneHasDoneNothingOrLeavesADoubt() {
    recorder.afterEach("bulkWrite", server::shutdownNow);
    assertThat(
            holding.place(
                List.of(debit("t1", "A", 5_00), inserting(in("lines", "seed1")), inserting(NOTE))))
        .extracting(Answer::kind)
        .containsExactly(HELD, IN_DOUBT, IN_DOUBT);
  }

  @Test
  void aRefusalKeepsNoneOfTheOthersFromBeingHeld() {
    faults.failing = "o1";
    faults.failure = 13;

    List<Answer> outcomes = holding.place(payment(1));

    assertHeldBut(2, outcomes);
    assertThat(outcomes.get(2).reason().orElseThrow())
        .asString()
        .contains("UnsafeCollection", "refuses to update bank.orders: code 13");
  }

  @Test
  void aServerThatHasNoSuchCommandIsSentOneForEachCollection() {
    faults.refusal = 115;

    holding.held(payment(1));
    assertThat(recorder.commands()).containsExactly("bulkWrite", "update", "insert", "update");
    assertThat(holding.settle(payment(1))).containsOnly(MATCHED);
    assertThat(recorder.commands()).containsExactly("update", "update", "update");
  }
}
