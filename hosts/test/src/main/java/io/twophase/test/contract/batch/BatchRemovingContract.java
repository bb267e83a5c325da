package io.twophase.test.contract.batch;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.MemberTake;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.MemberReceipt;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@link BatchRepository#naming}, {@link BatchRepository#removeMembers}, {@link
 * BatchRepository#replaceMembers} and {@link BatchRepository#remove}.
 */
public abstract class BatchRemovingContract extends BatchContract {

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected BatchRemovingContract(Supplier<BatchStore> fresh) {
    super(fresh);
  }

  private List<MemberDocument> naming() {
    return batches().naming(read(BATCH)).stream().map(each -> each.member().get()).toList();
  }

  @Test
  void whoNamesABatchIsFoundAndNobodyElse() {
    begin(batch(OTHER, "m1", "m5"));
    batches().begin(batch(BATCH, "m1", "m4", "m3", "m2"), OWNER);
    batches().take(List.of(new MemberTake.IntoBatch(member(BATCH, "m2"), OTHER)));

    assertThat(naming()).containsExactly(member(BATCH, "m3"), member(BATCH, "m4"));
  }

  @Test
  void whoNamesATombstoneIsFound() {
    batches().bury(List.of(BATCH));
    batches().begin(batch(BATCH, "m2", "m1"), OWNER);

    assertThat(naming()).containsExactly(member(BATCH, "m1"), member(BATCH, "m2"));
  }

  @Test
  void aMemberIsRemovedAsItIsGivenAndItsIdIsFree() {
    begin(four());

    assertThat(
            batches()
                .removeMembers(
                    List.of(
                        member(BATCH, "m1"),
                        member(OTHER, "m2"),
                        new MemberDocument(BATCH, transfer("m3", "A", "B", cents(2))),
                        member(BATCH, "m9"))))
        .containsExactly(
            MatchOutcome.MATCHED,
            MatchOutcome.NOT_MATCHED,
            MatchOutcome.NOT_MATCHED,
            MatchOutcome.NOT_MATCHED);

    assertThat(lookup("m1")).isInstanceOf(TransactionLookup.Absent.class);
    assertThat(document("m2")).isEqualTo(Option.some(member(BATCH, "m2")));
    assertThat(document("m3")).isEqualTo(Option.some(member(BATCH, "m3")));
    beginAlone("m1");
  }

  @Test
  void aMemberIsReplacedAsItIsGivenAndItsIdStaysTaken() {
    decided();
    move(finish());
    Transaction canceled = ((TransactionLookup.Found) lookup("m3")).record();
    List<MemberReceipt> receipts =
        Stream.of("m1", "m3").map(id -> new MemberReceipt(member(BATCH, id), receipt(id))).toList();
    MemberReceipt another =
        new MemberReceipt(
            member(OTHER, "m4"),
            new Receipt(
                member(OTHER, "m4").id(),
                receipts.get(0).receipt().digest(),
                epoch(1),
                Option.none(),
                Option.none(),
                receipts.get(0).receipt().finishedAt()));

    assertThat(batches().replaceMembers(List.of(receipts.get(0), another, receipts.get(1))))
        .containsExactly(MatchOutcome.MATCHED, MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED);

    assertThat(lookup("m1")).isEqualTo(new TransactionLookup.Removed(receipts.get(0).receipt()));
    assertThat(receipts.get(0).receipt().isApplied()).isTrue();
    assertThat(lookup("m3")).isEqualTo(new TransactionLookup.Removed(receipts.get(1).receipt()));
    assertThat(receipts.get(1).receipt().reason()).isEqualTo(canceled.reason());
    assertThat(document("m4")).isEqualTo(Option.some(member(BATCH, "m4")));
    assertThat(naming()).containsExactly(member(BATCH, "m2"), member(BATCH, "m4"));
    assertThat(transactions().begin(List.of(alone("m1")))).containsExactly(BeginOutcome.ID_TAKEN);
    assertThat(batches().removeMembers(List.of(member(BATCH, "m1"))))
        .containsExactly(MatchOutcome.NOT_MATCHED);
  }

  private Receipt receipt(String id) {
    return Receipt.of(((TransactionLookup.Found) lookup(id)).record()).get();
  }

  @Test
  void aLoneTransactionIsNotRemovedAsAMember() {
    beginAlone("m1");

    assertThat(batches().removeMembers(List.of(member(BATCH, "m1"))))
        .containsExactly(MatchOutcome.NOT_MATCHED);
    assertThat(lookup("m1")).isInstanceOf(TransactionLookup.Found.class);
  }

  @Test
  void aRecordIsRemovedOnceItHasEnded() {
    decided();
    assertThat(batches().remove(BATCH)).isEqualTo(MatchOutcome.NOT_MATCHED);
    move(finish());
    assertThat(read(BATCH).state().isFinal()).isTrue();

    assertThat(batches().remove(BATCH)).isEqualTo(MatchOutcome.MATCHED);

    assertThat(batches().find(List.of(BATCH)).get(0).read()).isEmpty();
    assertThat(batches().remove(BATCH)).isEqualTo(MatchOutcome.NOT_MATCHED);
  }
}
