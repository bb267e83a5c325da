package io.twophase.test.contract.record;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.Epoch;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Records#remove} that leaves receipts, and {@link Records#removeReceipts}. */
public abstract class ReceiptsContract extends RecordContract {

  private Receipt receipt(String id) {
    return Receipt.of(member(id).transaction().orElseThrow()).orElseThrow();
  }

  /** A transaction, alone or a member, that leaves its receipt. */
  private Removal replaced(String id) {
    Lookup lookup = member(id);
    return new Removal(
        Option.ofOptional(lookup.member())
            .<TransactionRecord>toEither(() -> lookup.record().orElseThrow()),
        Optional.of(receipt(id)));
  }

  private void replace(String... ids) {
    List<Removal> going = Stream.of(ids).map(this::replaced).toList();
    assertThat(records().remove(going)).hasSize(ids.length).containsOnly(MATCHED);
  }

  @Test
  void aReceiptIsInThePlaceOfItsTransactionAndItsIdStaysTaken() {
    store("t1", State.DONE);
    store("t2", State.CANCELED);
    ended();
    List<Receipt> receipts = Stream.of("t1", "t2", "m1", "m3").map(this::receipt).toList();
    Removal again = replaced("t1");

    replace("t1", "t2", "m1", "m3");

    assertThat(records().findMembers(ids("t1", "t2", "m1", "m3")))
        .isEqualTo(receipts.stream().map(Lookup::removed).toList());
    assertThat(lookup(id("t1"))).isEqualTo(Lookup.removed(receipts.get(0)));
    assertThat(records().findLatest(transactionId("t1")))
        .isEqualTo(Lookup.removed(receipts.get(0)));
    assertThat(receipts).extracting(Receipt::isApplied).containsExactly(true, false, true, false);
    assertThat(receipts.get(3).reason()).contains(REFUSAL);
    assertThat(receipts.get(2).finishedAt()).isEqualTo(record(BATCH).endedAt().orElseThrow());
    assertThat(records().insert(List.of(alone("t1"), several(OTHER, "m1"))))
        .containsExactly(
            List.of(BeginOutcome.ID_TAKEN), List.of(BeginOutcome.BEGUN, BeginOutcome.ID_TAKEN));
    assertThat(records().remove(List.of(again))).containsExactly(NOT_MATCHED);
  }

  @Test
  void aReceiptTellsHowMuchWasMoved() {
    NewTransaction atMost =
        Answers.accepted(
            NewTransaction.transferAtMost(
                transactionId("t1"), accountId("A"), accountId("B"), cents(9)));
    begin(NewRecord.alone(atMost, OWNER));
    Verdict four =
        new Verdict(Map.of(), Set.of(), Set.of(), Map.of(transactionId("t1"), List.of(4L, 4L)));
    move(Transition.decide(id("t1"), ids("t1"), Epoch.FIRST, Map.of(), four), finish(id("t1")));
    Transaction done = member("t1").transaction().orElseThrow();

    replace("t1");

    Receipt receipt = member("t1").receipt().orElseThrow();
    assertThat(receipt.moved()).contains(4L);
    assertThat(receipt.isAnswerTo(atMost)).isTrue();
    assertThat(receipt.isAnswerTo(body("t1"))).isFalse();
    assertThat(receipt.captured(atMost)).isEqualTo(done.progress().captured());
  }

  @Test
  void aReceiptIsListedAmongReceiptsOnly() {
    store("t1", State.DONE);
    store("t2", State.DONE);
    begin(several(BATCH, "m1"));
    replace("t1");

    List<String> scanned = new ArrayList<>();
    records().scan(Optional.empty(), shown -> scanned.add(shown.id()));
    assertThat(scanned).containsExactly("m1", "t2");
    records().scan(Optional.of(accountId("A")), shown -> assertThat(shown.id()).isNotEqualTo("t1"));
    assertThat(list(RecordQuery.latest(Optional.empty(), Optional.empty(), Labels.NONE, 10)))
        .containsExactlyInAnyOrder("m1", "t2");
    assertThat(list(RecordQuery.ended(Duration.ZERO, 10))).containsExactly("t2");
    assertThat(list(RecordQuery.unfinished(Duration.ZERO, 10))).containsExactly("batch:1");
    assertThat(list(RecordQuery.overdue(10))).isEmpty();
    assertThat(list(RecordQuery.naming(record(BATCH)))).containsExactly("m1");
    List<Lookup> receipts = new ArrayList<>();
    records().scanReceipts(receipts::add);
    assertThat(receipts).containsExactly(member("t1"));
  }

  @Test
  void noTransitionAndNoRemovalMatchesAReceipt() {
    store("t1", State.DONE);
    TransactionRecord done = record(id("t1"));
    replace("t1");

    assertThat(records().move(List.of(finish(id("t1")), decideAlone("t1"))))
        .containsExactly(NOT_MATCHED, NOT_MATCHED);
    assertThat(records().remove(List.of(new Removal(Either.left(done), Optional.empty()))))
        .containsExactly(NOT_MATCHED);
    assertThat(member("t1").kind()).isEqualTo(Lookup.Kind.REMOVED);
  }

  @Test
  void theOldestReceiptsAreRemovedAndTheirIdsAreFree() {
    for (String id : List.of("t2", "t1", "t3")) {
      store(id, State.DONE);
      letTimePass();
    }
    store("t4", State.DONE);
    replace("t1", "t2", "t3");

    assertThat(records().removeReceipts(Duration.ofHours(1), 10)).isZero();
    assertThat(records().removeReceipts(Duration.ofSeconds(Long.MAX_VALUE), 10)).isZero();
    assertThat(records().removeReceipts(Duration.ZERO, 2)).isEqualTo(2);

    assertThat(records().findMembers(ids("t1", "t2", "t3")))
        .extracting(Lookup::kind)
        .containsExactly(Lookup.Kind.ABSENT, Lookup.Kind.ABSENT, Lookup.Kind.REMOVED);
    assertThat(records().removeReceipts(Duration.ZERO, 2)).isEqualTo(1);
    assertThat(records().removeReceipts(Duration.ZERO, 2)).isZero();
    assertThat(record(id("t4")).state()).isEqualTo(State.DONE);
    begin(alone("t1"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> records().removeReceipts(Duration.ZERO, 0));
  }
}
