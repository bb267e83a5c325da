package io.twophase.domain.event;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.transaction.State.CANCELED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.CancelReason.Requested;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Value;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The forms are stored as digests: a test that fails here says that old proofs hold no more. */
class RecordTextTest {

  private static final Instant DECIDED = NOW.plusMillis(7);

  private static final RecordId BATCH = new RecordId("batch:1");

  private static final Owner OWNER =
      new Owner(new ApplicationName("App1"), Optional.empty(), token("owner"));

  private static Transaction decided(NewTransaction body, State state) {
    return recordOf(body)
        .in(state)
        .build(NOW, DECIDED, Timeline.NONE.moved(State.PENDING, State.APPLIED, DECIDED));
  }

  private static NewTransaction all() {
    List<Operation> operations =
        List.of(
            debit("A", cents(2000)),
            credit("B b", cents(2000)),
            change(order("o1"), is("status", "UnPaid"), set("status", "Paid")));
    return new NewTransaction(
        transactionId("t1"),
        operations,
        Optional.of(transactionId("t0")),
        Optional.of("two\nlines, a \\ and \u0000"),
        Optional.of(new ImportedRow("0123456789abcdef".repeat(4), 7, true)),
        Optional.of(
            new AuthorizationTerms(
                Duration.ofHours(1),
                Optional.of(
                    new ApprovalRule(
                        1, List.of(new ApproverName("eve"), new ApproverName("adam")))))),
        new Labels(Optional.of("invoice 7"), Map.of("till", "3", "desk", "")));
  }

  private static Transaction captured() {
    Transaction record = decided(all(), State.DONE);
    return Copies.with(
        record,
        "progress",
        new AuthorizationProgress(
            List.of(new ApproverName("adam")),
            Captured.of(record.accountOperations(), List.of(1500L, 1500L))));
  }

  @Test
  void aTransactionWithAllThatItCanHave() {
    assertThat(RecordText.lone(42, captured()))
        .isEqualTo(
            """
            twophase-transaction 1
            number 42
            transaction t1
            begun 2026-01-02T03:04:05Z
            decided 2026-01-02T03:04:05.007Z
            answer applied
            debit 2000 USD A
            credit 2000 USD B b
            collection orders
            document string4:"o1"
            change is24:6:statusstring8:"UnPaid"set6:status14:string6:"Paid"
            reverses t0
            lifetime 3600000
            approvals 1
            approver eve
            approver adam
            reference invoice 7
            key desk
            value\s
            key till
            value 3
            note two\\u000alines, a \\\\ and \\u0000
            row 7 in order of %s
            approved adam
            moved 1500 USD A
            moved 1500 USD B b
            """
                .formatted("0123456789abcdef".repeat(4)));
  }

  @Test
  void anAttemptOfAFunctionSaysWhatThatReturned() {
    Attempt attempt = new Attempt(transactionId("f"), 1, Optional.of(new Value.Int32(7)));
    NewTransaction body =
        transfer("f", "A", "B", cents(1)).labelled(Labels.NONE.of(Optional.of(attempt)));
    assertThat(RecordText.lone(1, decided(body, State.APPLIED)))
        .endsWith("function f\nattempt 1\nreturned int1:7\n");
  }

  @Test
  void aTransferOfAsMuchAsThereIs() {
    NewTransaction body =
        NewTransaction.transferAtMost(
                transactionId("t1"), accountId("A"), accountId("B"), cents(2000))
            .get();

    assertThat(RecordText.lone(1, decided(body, State.APPLIED)))
        .isEqualTo(
            """
            twophase-transaction 1
            number 1
            transaction t1
            begun 2026-01-02T03:04:05Z
            decided 2026-01-02T03:04:05.007Z
            answer applied
            debit-at-most 2000 USD A
            credit 2000 USD B
            """);
  }

  @Test
  void itIsTheSameOnceItIsFinishedWhoeverDoesThat() {
    NewTransaction body = transfer("t1", "A", "B", cents(1));
    String decided = RecordText.lone(42, decided(body, State.APPLIED));
    Transaction finished =
        recordOf(body)
            .in(State.DONE)
            .at(7)
            .ownedBy(token("another"))
            .build(
                NOW,
                NOW.plusSeconds(60),
                Timeline.NONE
                    .moved(State.PENDING, State.APPLIED, DECIDED)
                    .moved(State.APPLIED, State.DONE, NOW.plusSeconds(60)));

    assertThat(RecordText.lone(42, finished)).isEqualTo(decided);
    assertThat(RecordText.lone(42, decided(body, CANCELED)))
        .isEqualTo(RecordText.lone(42, decided(body, State.CANCELING)))
        .isNotEqualTo(decided);
  }

  @Test
  void whatIsCanceledSaysWhy() {
    NewTransaction body = transfer("t1", "A", "B", cents(1));
    Set<String> texts = new HashSet<>();
    List<CancelReason> reasons =
        List.of(
            new HoldRefusal.NoSuchAccount(accountId("A")),
            new Requested("no"),
            new Requested("other"),
            new CancelReason.Recovered(),
            new CancelReason.NeverBegun(),
            new CancelReason.Expired(NOW),
            new CancelReason.Expired(DECIDED));
    for (CancelReason reason : reasons) {
      texts.add(RecordText.lone(42, recordOf(body).in(CANCELED).because(reason).build()));
    }

    assertThat(texts).hasSameSizeAs(reasons);
    assertThat(
            RecordText.lone(42, recordOf(body).in(CANCELED).because(new Requested("no")).build()))
        .contains("decided 2026-01-02T03:04:05Z\nanswer canceled\nreason Canceled\nwords no\n");
  }

  @Test
  void whatIsUndecidedHasNone() {
    NewTransaction body = transfer("t1", "A", "B", cents(1));
    Transaction pending = recordOf(body).build();

    assertThatIllegalArgumentException().isThrownBy(() -> RecordText.lone(42, pending));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordText.member(42, begun(), 0, Optional.of(pending)));
  }

  private static TransactionRecord begun() {
    return NewRecord.several(
            BATCH,
            List.of("m1", "m2", "m3").stream().map(id -> transfer(id, "A", "B", cents(1))).toList(),
            false,
            OWNER)
        .stored(NOW);
  }

  /** m1 is applied, m2 refused, m3 left out. */
  private static TransactionRecord decidedBatch() {
    return decidedBatch(Map.of());
  }

  private static TransactionRecord decidedBatch(Map<TransactionId, List<Long>> moved) {
    Verdict verdict =
        new Verdict(
            Map.of(transactionId("m2"), new HoldRefusal.NoSuchAccount(accountId("B"))),
            Set.of(transactionId("m3")),
            Set.of(),
            moved);
    return Transition.decide(BATCH, begun().members(), Epoch.FIRST, Map.of(), verdict)
        .apply(begun(), DECIDED)
        .orElseThrow();
  }

  private static Optional<Transaction> document(String id) {
    return Optional.of(recordOf(transfer(id, "A", "B", cents(1))).build());
  }

  @Test
  void theMembersOfABatchAndItself() {
    TransactionRecord batch = decidedBatch();
    String applied = RecordText.member(42, batch, 0, document("m1"));
    String refused = RecordText.member(42, batch, 1, document("m2"));

    assertThat(applied)
        .isEqualTo(
            """
            twophase-member 1
            number 42
            batch batch:1
            place 1
            transaction m1
            begun 2026-01-02T03:04:05Z
            decided 2026-01-02T03:04:05.007Z
            answer applied
            debit 1 USD A
            credit 1 USD B
            """);
    assertThat(refused).contains("place 2\n", "answer canceled\nreason NoSuchAccount\ndebit 1 USD");
    assertThat(RecordText.member(42, batch, 1, Optional.empty()))
        .contains("reason NoSuchAccount\n")
        .doesNotContain("begun", "debit");
    assertThat(RecordText.member(42, batch, 2, document("m3")))
        .endsWith("place 3\ntransaction m3\nanswer none\n");
    assertThat(BatchText.of(42, batch).with(Digest.OF_NOTHING))
        .isEqualTo(
            """
            twophase-batch 1
            number 42
            batch batch:1
            decided 2026-01-02T03:04:05.007Z
            members 3
            root e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
            """);
  }

  @Test
  void aMemberSaysHowMuchItMovedIfThatIsLess() {
    TransactionId atMost = transactionId("m1");
    TransactionRecord batch = decidedBatch(Map.of(atMost, List.of(2L, 2L)));
    NewTransaction body =
        NewTransaction.transferAtMost(atMost, accountId("A"), accountId("B"), cents(5)).get();
    Transaction member = batch.of(new MemberDocument(BATCH, body, NOW));

    assertThat(RecordText.member(42, batch, 0, Optional.of(member)))
        .endsWith(
            """
            answer applied
            debit-at-most 5 USD A
            credit 5 USD B
            moved 2 USD A
            moved 2 USD B
            """);
  }

  @Test
  void whatIsGone() {
    assertThat(RecordText.removed(42, Optional.of(new RecordId("t1"))))
        .isEqualTo("twophase-removed 1\nnumber 42\nrecord t1\n");
    assertThat(RecordText.removed(42, Optional.empty()))
        .isEqualTo("twophase-removed 1\nnumber 42\n");
    assertThat(RecordText.unreadable(42, new RecordId("t1")))
        .isEqualTo("twophase-unreadable 1\nnumber 42\nrecord t1\n");
  }

  @Test
  void aTransactionIsProvenInATree() {
    String content = RecordText.lone(2, decided(transfer("t1", "A", "B", cents(1)), State.DONE));
    List<Digest> leaves = List.of(Digest.OF_NOTHING, Digest.ofLeaf(content), Digest.OF_NOTHING);
    TreeHead head = Frontier.of(leaves).head();
    RecordProof proof = new RecordProof(content, Optional.empty(), InclusionProof.of(1, leaves));

    assertThat(proof.number()).isEqualTo(2);
    assertThat(proof.proves(head)).isTrue();
    assertThat(proof.proves(new TreeHead(3, Digest.OF_NOTHING))).isFalse();
    assertThat(
            new RecordProof(content.replace("1 USD", "2 USD"), Optional.empty(), proof.inTree())
                .proves(head))
        .isFalse();
  }

  @Test
  void aTransferOfABatchIsProvenInItsPlaceOfTheBatchAndInTheTree() {
    TransactionRecord batch = decidedBatch();
    List<String> contents =
        List.of(
            RecordText.member(2, batch, 0, document("m1")),
            RecordText.member(2, batch, 1, document("m2")),
            RecordText.member(2, batch, 2, document("m3")));
    List<Digest> members = contents.stream().map(Digest::ofLeaf).toList();
    BatchText text = BatchText.of(2, batch);
    List<Digest> leaves =
        List.of(Digest.OF_NOTHING, Digest.ofLeaf(text.with(Frontier.of(members).root())));
    TreeHead head = Frontier.of(leaves).head();
    InclusionProof inTree = InclusionProof.of(1, leaves);

    for (int at = 0; at < 3; at++) {
      RecordProof.InBatch way = new RecordProof.InBatch(text, InclusionProof.of(at, members));
      assertThat(new RecordProof(contents.get(at), Optional.of(way), inTree).proves(head)).isTrue();
      String other = contents.get((at + 1) % 3);
      assertThat(new RecordProof(other, Optional.of(way), inTree).proves(head)).isFalse();
    }
    BatchText fewer = new BatchText(2, text.id(), text.decidedAt(), 2);
    BatchText elsewhere = new BatchText(1, text.id(), text.decidedAt(), 3);
    for (BatchText wrong : List.of(fewer, elsewhere)) {
      RecordProof.InBatch way = new RecordProof.InBatch(wrong, InclusionProof.of(0, members));
      assertThat(new RecordProof(contents.get(0), Optional.of(way), inTree).head()).isEmpty();
    }
  }
}
