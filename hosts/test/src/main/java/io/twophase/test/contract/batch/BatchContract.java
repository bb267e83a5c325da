package io.twophase.test.contract.batch;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** What tests of batches say: a batch of m1 to m4, its transitions, and its records. */
public abstract class BatchContract {

  static final BatchId BATCH = new BatchId("batch:1");
  static final BatchId OTHER = new BatchId("batch:2");
  static final BatchRecord.Owner OWNER = new BatchRecord.Owner(APP, Option.none(), token("owner"));
  static final BatchRecord.Owner RIVAL = new BatchRecord.Owner(APP, Option.none(), token("rival"));
  static final HoldRefusal REFUSAL = new HoldRefusal.NoSuchAccount(new AccountId("B"));

  private final Supplier<BatchStore> fresh;
  private BatchStore store;

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected BatchContract(Supplier<BatchStore> fresh) {
    this.fresh = fresh;
  }

  @BeforeEach
  final void takeAFreshStore() {
    store = fresh.get();
  }

  final BatchRepository batches() {
    return store.batches();
  }

  final TransactionRepository transactions() {
    return store.transactions();
  }

  static NewTransaction body(String id) {
    return transfer(id, "A", "B", cents(1));
  }

  static NewBatch batch(BatchId id, String... members) {
    return new NewBatch(id, Stream.of(members).map(BatchContract::body).toList(), false);
  }

  static NewBatch four() {
    return batch(BATCH, "m1", "m2", "m3", "m4");
  }

  static MemberDocument member(BatchId batch, String id) {
    return new MemberDocument(batch, body(id));
  }

  final void begin(NewBatch batch) {
    BatchBegun begun = batches().begin(batch, OWNER);
    assertThat(begun.record()).isEqualTo(BeginOutcome.BEGUN);
    assertThat(begun.members()).hasSize(batch.transfers().size()).containsOnly(BeginOutcome.BEGUN);
  }

  final void beginAlone(String id) {
    assertThat(transactions().begin(List.of(alone(id)))).containsExactly(BeginOutcome.BEGUN);
  }

  static NewRecord alone(String id) {
    return new NewRecord.Begun(body(id), APP, token("lone"));
  }

  final MatchOutcome moved(BatchTransition transition) {
    List<MatchOutcome> outcomes = batches().advance(List.of(transition));
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0);
  }

  final void move(BatchTransition... transitions) {
    for (BatchTransition transition : transitions) {
      assertThat(moved(transition)).as(transition.toString()).isEqualTo(MatchOutcome.MATCHED);
    }
  }

  static BatchTransition takeOver(long expected) {
    return new BatchTransition.TakeOver(BATCH, epoch(expected), RIVAL);
  }

  static BatchTransition exclude(String member) {
    return new BatchTransition.Exclude(BATCH, transactionId(member), ON_REQUEST);
  }

  /** m2 was excluded, m3 is refused, m4 left out, since it was not seen, and m1 applied. */
  static BatchTransition.Decide decide() {
    return new BatchTransition.Decide(
        BATCH,
        epoch(1),
        LinkedHashMap.of(transactionId("m2"), ON_REQUEST),
        new Verdict(
            LinkedHashMap.of(transactionId("m3"), REFUSAL),
            LinkedHashSet.of(transactionId("m4")),
            LinkedHashSet.of(transactionId("m4"))));
  }

  static BatchTransition finish() {
    return new BatchTransition.Finish(BATCH);
  }

  static BatchTransition beginCancel() {
    return new BatchTransition.BeginCancel(
        BATCH, epoch(1), ON_REQUEST, RIVAL, List.of(transactionId("m3")));
  }

  static BatchTransition finishCancel() {
    return new BatchTransition.FinishCancel(BATCH);
  }

  /** Decides the batch of four, as {@link #decide} says. */
  final void decided() {
    begin(four());
    move(exclude("m2"), decide());
  }

  final BatchRecord read(BatchId id) {
    List<BatchLookup> lookups = batches().find(List.of(id));
    assertThat(lookups).hasSize(1);
    assertThat(lookups.get(0)).isInstanceOf(BatchLookup.Found.class);
    return ((BatchLookup.Found) lookups.get(0)).record();
  }

  final TransactionLookup lookup(String id) {
    List<TransactionLookup> lookups = transactions().find(List.of(transactionId(id)));
    assertThat(lookups).hasSize(1);
    return lookups.get(0);
  }

  /** The member's document, as a worker of a batch looks for it. */
  final Option<MemberDocument> document(String id) {
    return TransferLookup.of(lookup(id)).member();
  }

  static List<BatchId> ids(List<BatchLookup> lookups) {
    return lookups.stream().map(lookup -> ((BatchLookup.Found) lookup).record().id()).toList();
  }

  static List<TransactionId> transactionIds(String... ids) {
    return Stream.of(ids).map(TransactionId::new).toList();
  }

  /** The record with its times made alike: what the store's clock said is nobody's to foretell. */
  static BatchRecord withoutTimes(BatchRecord record) {
    return new BatchRecord(
        record.id(),
        record.members(),
        record.inOrder(),
        record.state(),
        record.epoch(),
        record.excluded(),
        record.verdict(),
        record.leavesOut(),
        record.owner(),
        record.reason(),
        Instant.EPOCH,
        Instant.EPOCH,
        record.decidedAt().map(at -> Instant.EPOCH));
  }
}
