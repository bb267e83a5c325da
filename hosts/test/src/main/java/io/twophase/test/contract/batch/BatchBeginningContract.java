package io.twophase.test.contract.batch;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.outcome.BatchBegun;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.BatchRepository;
import io.twophase.test.contract.Race;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link BatchRepository#begin} and {@link BatchRepository#bury}. */
public abstract class BatchBeginningContract extends BatchContract {

  /**
   * @param fresh gives an empty store; asked once before each test
   */
  protected BatchBeginningContract(Supplier<BatchStore> fresh) {
    super(fresh);
  }

  @Test
  void aBatchIsReadBackAsItWasBegun() {
    begin(four());

    BatchLookup lookup = batches().find(List.of(BATCH)).get(0);

    assertThat(withoutTimes(read(BATCH)))
        .isEqualTo(withoutTimes(BatchRecord.begun(four(), OWNER, Instant.EPOCH)));
    assertThat(((BatchLookup.Found) lookup).unmodifiedFor())
        .isBetween(Duration.ZERO, Duration.ofMinutes(1));
  }

  @Test
  void batchesAreFoundInTheOrderAskedAndTheAbsentAreToldInTheirPlace() {
    begin(batch(BATCH, "m1"));
    begin(batch(OTHER, "m2"));
    BatchId nowhere = new BatchId("batch:nowhere");

    List<BatchLookup> lookups = batches().find(List.of(OTHER, nowhere, BATCH));

    assertThat(lookups.get(1)).isEqualTo(new BatchLookup.Absent(nowhere));
    assertThat(ids(List.of(lookups.get(0), lookups.get(2)))).containsExactly(OTHER, BATCH);
  }

  @Test
  void theFileOrderAndTheOwnersProcessAreKept() {
    NewBatch inOrder = new NewBatch(BATCH, List.of(body("m1")), true);
    BatchRecord.Owner owner =
        new BatchRecord.Owner(
            application("a.b $c 😀"), Option.some(new OwnerId("host:7")), token("日本"));

    batches().begin(inOrder, owner);

    assertThat(read(BATCH).inOrder()).isTrue();
    assertThat(read(BATCH).owner()).isEqualTo(Option.some(owner));
  }

  @Test
  void membersAreReadBackAsTheyWereBegun() {
    List<NewTransaction> bodies =
        List.of(
            transfer("the largest amount", "A", "B", cents(Long.MAX_VALUE)),
            transfer("odd accounts", "$a.b", "ü 😀 '\"{}\\", cents(1)),
            transfer("$odd.id 😀", "A", "B", cents(1)),
            transaction("credit first", credit("B", cents(1)), debit("A", cents(1))),
            transfer("noted", "A", "B", cents(1)).noted("a.b $c '\"{}\\\n\t😀"),
            transfer("labelled", "A", "B", cents(1))
                .labelled(Labels.NONE.referenced("invoice 7").with("a b", "$x.y")),
            transfer("imported", "A", "B", cents(1))
                .importedBy(ImportedRow.of("0123456789abcdef".repeat(4), 7, true).get()),
            new NewTransaction(
                transactionId("a reversal"),
                List.of(debit("B", cents(1)), credit("A", cents(1))),
                Option.some(transactionId("another"))));

    begin(new NewBatch(BATCH, bodies, false));

    for (NewTransaction body : bodies) {
      assertThat(document(body.id().value()))
          .isEqualTo(Option.some(new MemberDocument(BATCH, body)));
    }
  }

  @Test
  void aThousandMembersAreBegunInOneCall() {
    List<NewTransaction> bodies = IntStream.range(0, 1_000).mapToObj(n -> body("m" + n)).toList();

    begin(new NewBatch(BATCH, bodies, false));

    assertThat(read(BATCH).members()).hasSize(1_000);
    assertThat(document("m999")).isEqualTo(Option.some(member(BATCH, "m999")));
  }

  @Test
  void aMemberWhoseIdIsTakenIsOutAndTheOthersAreIn() {
    beginAlone("m1");
    begin(batch(OTHER, "m3"));

    BatchBegun begun = batches().begin(four(), OWNER);

    assertThat(begun.record()).isEqualTo(BeginOutcome.BEGUN);
    assertThat(begun.members())
        .containsExactly(
            BeginOutcome.ID_TAKEN, BeginOutcome.BEGUN, BeginOutcome.ID_TAKEN, BeginOutcome.BEGUN);
    assertThat(document("m1")).isEmpty();
    assertThat(document("m2")).isEqualTo(Option.some(member(BATCH, "m2")));
    assertThat(document("m3")).isEqualTo(Option.some(member(OTHER, "m3")));
    assertThat(read(BATCH).members()).isEqualTo(four().ids());
  }

  @Test
  void aBatchWhoseIdIsTakenIsAsItWasAndItsMembersAreIn() {
    begin(batch(BATCH, "m1"));

    BatchBegun begun = batches().begin(batch(BATCH, "m1", "m2"), RIVAL);

    assertThat(begun.record()).isEqualTo(BeginOutcome.ID_TAKEN);
    assertThat(begun.members()).containsExactly(BeginOutcome.ID_TAKEN, BeginOutcome.BEGUN);
    assertThat(read(BATCH).members()).isEqualTo(transactionIds("m1"));
    assertThat(read(BATCH).owner()).isEqualTo(Option.some(OWNER));
    assertThat(document("m2")).isEqualTo(Option.some(member(BATCH, "m2")));
  }

  @Test
  void aLoneTransactionFindsTheIdOfAMemberTaken() {
    begin(four());

    assertThat(transactions().begin(List.of(alone("m1"), alone("m5"))))
        .containsExactly(BeginOutcome.ID_TAKEN, BeginOutcome.BEGUN);
    assertThat(document("m1")).isEqualTo(Option.some(member(BATCH, "m1")));
  }

  @Test
  void aBuriedBatchIsNeverBegun() {
    assertThat(batches().bury(List.of(BATCH, OTHER)))
        .containsExactly(BeginOutcome.BEGUN, BeginOutcome.BEGUN);

    BatchBegun late = batches().begin(four(), OWNER);

    assertThat(late.record()).isEqualTo(BeginOutcome.ID_TAKEN);
    assertThat(withoutTimes(read(BATCH))).isEqualTo(BatchRecord.tombstone(BATCH, Instant.EPOCH));
    assertThat(batches().bury(List.of(BATCH))).containsExactly(BeginOutcome.ID_TAKEN);
  }

  @Test
  void aBatchThatIsThereIsNotBuried() {
    begin(four());

    assertThat(batches().bury(List.of(BATCH))).containsExactly(BeginOutcome.ID_TAKEN);
    assertThat(read(BATCH).isTombstone()).isFalse();
  }

  @Test
  void ofManyWhoBeginATransferOneDoes() {
    List<BatchBegun> begun =
        Race.of(
            8, runner -> batches().begin(batch(new BatchId("batch:" + runner), "m1", "m2"), OWNER));

    for (int member = 0; member < 2; member++) {
      int at = member;
      assertThat(begun.stream().filter(each -> each.members().get(at) == BeginOutcome.BEGUN))
          .hasSize(1);
    }
    assertThat(begun).extracting(BatchBegun::record).containsOnly(BeginOutcome.BEGUN);
  }
}
