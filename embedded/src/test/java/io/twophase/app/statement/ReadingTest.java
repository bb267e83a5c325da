package io.twophase.app.statement;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.document.FieldChange.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Epoch;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents are read as decided, however far the transactions on them have come. */
@DisplayName("Reading documents")
class ReadingTest {

  private static final DocumentRef ORDER = document("orders", 7);
  private static final DocumentRef STOCK = document("stock", "bolt");
  private static final DocumentRef LINE = document("lines", "order-7");
  private static final Fields UNPAID = Fields.of(Map.of("status", "UnPaid"));
  private static final Fields PAID = Fields.of(Map.of("status", "Paid"));

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private Store store;
  private TwoPhase twophase;

  @BeforeEach
  void open() {
    store = FRESH.store();
    twophase = TwoPhase.over(store).build();
    twophase
        .run(transaction("create").insert(ORDER, UNPAID).insert(STOCK, Map.of("left", 10)))
        .orElseThrow();
  }

  @AfterEach
  void close() {
    twophase.close();
  }

  private static TransactionRequest pay() {
    return transaction("pay")
        .change(ORDER, set("status", "Paid"))
        .insert(LINE, Map.of("order", 7))
        .add(STOCK, "left", -4);
  }

  /** The transaction as a process leaves it that dies in that state, with nothing settled. */
  private NewTransaction left(TransactionRequest request, State state) {
    NewTransaction asked = request.transaction().get();
    NewTransaction body =
        state == State.AUTHORIZED
            ? asked.authorizedUnder(new AuthorizationTerms(Duration.ofDays(7)))
            : asked;
    DocumentWrites writes = new DocumentWrites(store);
    writes.begin(body);
    writes.hold(body, 1);
    move(StoredRecords.alone(body), state, Verdict.ALL_APPLIED);
    return body;
  }

  private void move(NewRecord begun, State state, Verdict verdict) {
    for (Transition transition : StoredRecords.to(begun, state, verdict)) {
      assertThat(store.records().move(List.of(transition))).containsExactly(MatchOutcome.MATCHED);
    }
  }

  /** Transactions that share a record, as it leaves them. */
  private void several(State state, Verdict verdict, TransactionRequest... requests) {
    NewTransaction[] bodies =
        Stream.of(requests).map(each -> each.transaction().get()).toArray(NewTransaction[]::new);
    NewRecord record = StoredRecords.several("batch:1", bodies);
    store.records().insert(List.of(record));
    List<Claim> claims = Claims.of(Member.of(record.members()), true).all();
    List<Placing> placings =
        claims.stream().map(claim -> new Placing(record.id(), Epoch.FIRST, claim)).toList();
    assertThat(store.holds().place(placings))
        .extracting(Answer::kind)
        .containsOnly(Answer.Kind.HELD);
    move(record, state, verdict);
  }

  private static ReadAnswer consistent(Object... refsAndFields) {
    List<DecidedDocument> documents = new ArrayList<>();
    for (int at = 0; at < refsAndFields.length; at += 2) {
      documents.add(
          new DecidedDocument(
              (DocumentRef) refsAndFields[at],
              refsAndFields[at + 1] instanceof Fields there
                  ? Optional.of(there)
                  : Optional.empty()));
    }
    return new ReadAnswer.Consistent(documents);
  }

  private static final String NOTHING = "nothing";

  private static Fields stock(Value left) {
    return Fields.of(Map.of("left", left));
  }

  private static final Fields ALL_TEN = stock(new Value.Int32(10));

  @ParameterizedTest
  @EnumSource(
      value = State.class,
      names = {"PENDING", "AUTHORIZED", "APPLIED", "DONE", "CANCELING", "CANCELED"})
  void aTransactionIsSeenOnAllItsDocumentsOrOnNone(State state) {
    left(pay(), state);
    boolean happens = state == State.APPLIED || state == State.DONE;
    ReadAnswer answer = twophase.documents().read(List.of(LINE, ORDER, STOCK));
    assertThat(answer)
        .isEqualTo(
            happens
                ? consistent(
                    LINE,
                    Fields.of(Map.of("order", 7)),
                    ORDER,
                    PAID,
                    STOCK,
                    stock(new Value.Int64(6)))
                : consistent(LINE, NOTHING, ORDER, UNPAID, STOCK, ALL_TEN));
    assertThat(twophase.documents().read(ORDER))
        .isEqualTo(consistent(ORDER, happens ? PAID : UNPAID));
    assertThat(twophase.documents().read(STOCK))
        .isEqualTo(consistent(STOCK, happens ? stock(new Value.Int64(6)) : ALL_TEN));
    assertThat(twophase.documents().read(LINE))
        .isEqualTo(consistent(LINE, happens ? Fields.of(Map.of("order", 7)) : NOTHING));
  }

  @Test
  void whatIsSettledAndWhatIsNotAreOfOneMoment() {
    NewTransaction body = left(pay(), State.APPLIED);
    for (Operation operation : body.operations()) {
      new DocumentWrites(store).settle("pay", 1, operation);
      assertThat(twophase.documents().read(List.of(ORDER, LINE)))
          .isEqualTo(consistent(ORDER, PAID, LINE, Fields.of(Map.of("order", 7))));
    }
  }

  /** What the guide says of a plain find. */
  @Test
  void aPlainFindSeesWhatIsSettledAndPlaceholders() {
    left(pay(), State.APPLIED);
    DocumentWrites plain = new DocumentWrites(store);
    assertThat(plain.read(ORDER).orElseThrow().fields()).isEqualTo(UNPAID);
    assertThat(plain.read(LINE).orElseThrow().placeholder()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = State.class,
      names = {"PENDING", "APPLIED", "DONE", "CANCELING"})
  void transactionsOfOneRecordAreEachSeenIfTheyHappen(State state) {
    TransactionRequest taken = transaction("taken").add(STOCK, "left", -1);
    TransactionRequest left = transaction("left").add(STOCK, "left", -2);
    several(state, StoredRecords.leaving(TwoPhase.transactionId("left")), pay(), taken, left);
    boolean happens = state == State.APPLIED || state == State.DONE;
    assertThat(twophase.documents().read(List.of(LINE, STOCK)))
        .isEqualTo(
            happens
                ? consistent(LINE, Fields.of(Map.of("order", 7)), STOCK, stock(new Value.Int64(5)))
                : consistent(LINE, NOTHING, STOCK, ALL_TEN));
    assertThat(twophase.documents().read(STOCK))
        .isEqualTo(consistent(STOCK, happens ? stock(new Value.Int64(5)) : ALL_TEN));
  }

  @Test
  void aRemovalCountsOnceItIsDecided() {
    left(transaction("drop").remove(ORDER).check(STOCK), State.APPLIED);
    assertThat(twophase.documents().read(List.of(ORDER, STOCK)))
        .isEqualTo(consistent(ORDER, NOTHING, STOCK, ALL_TEN));
  }

  @Test
  void manyAdditionsEachCountWhenDecided() {
    left(transaction("t1").add(STOCK, "left", -1), State.APPLIED);
    left(transaction("t2").add(STOCK, "left", -2), State.PENDING);
    left(transaction("t3").add(STOCK, "left", -4), State.CANCELING);
    assertThat(twophase.documents().read(STOCK))
        .isEqualTo(consistent(STOCK, stock(new Value.Int64(9))));
  }

  @Test
  void ofTwoAbsentOnesNothingCanBeToldAndOfEachItCan() {
    DocumentRef other = document("lines", "order-8");
    assertThat(twophase.documents().read(List.of(LINE, ORDER, other)))
        .isEqualTo(new ReadAnswer.CannotTell(List.of(LINE, other)));
    assertThat(twophase.documents().read(LINE)).isEqualTo(consistent(LINE, NOTHING));
    assertThat(twophase.documents().read(List.of(LINE, ORDER)))
        .isEqualTo(consistent(LINE, NOTHING, ORDER, UNPAID));
  }

  @Test
  void aHolderWhoseRecordIsElsewhereIsNamedWithItsHome() {
    left(transaction("away").change(ORDER, inc("n", 1)), State.APPLIED);
    Store elsewhere = Interceptor.replacing(store, Home.class, here -> new Home("other.records"));
    assertThat(new DocumentReader(elsewhere).read(ORDER))
        .isEqualTo(
            new ReadAnswer.HeldElsewhere(ORDER, TwoPhase.transactionId("away"), store.home()));
  }

  @Test
  void onePerNameAskedInTheOrderAsked() {
    assertThat(twophase.documents().read(List.of(STOCK, ORDER, STOCK)))
        .isEqualTo(consistent(STOCK, ALL_TEN, ORDER, UNPAID, STOCK, ALL_TEN));
    assertThat(twophase.documents().read(List.of())).isEqualTo(consistent());
  }
}
