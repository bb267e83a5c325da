package io.twophase.domain.event;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.transaction.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The forms are stored as digests: a test that fails here says that old proofs hold no more. */
class RecordTextTest {

  private static final Instant DECIDED = NOW.plusMillis(7);
  private static final Timeline APPLIED =
      Timeline.NONE.moved(State.PENDING, State.APPLIED, DECIDED);
  private static final RecordId BATCH = new RecordId("batch:1");
  private static final Owner OWNER =
      new Owner(new ApplicationName("App1"), Optional.empty(), token("owner"));

  /** Texts of the number 42, with bars between their lines. */
  @ScenesOf("texts.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(BodyWords.verbs(this).saying(String.class, RecordTextTest::barred));
  }

  private static String barred(String text) {
    assertThat(text).endsWith("\n");
    return text.strip().replace("\n", " | ");
  }

  /** A record that is done was finished later, by another owner. */
  private static Transaction decided(State state, NewTransaction body) {
    Transaction stored = StoredRecords.lone(state, body);
    Instant later = NOW.plusSeconds(60);
    return state == State.DONE
        ? Copies.with(
            stored,
            "epoch",
            epoch(7),
            "token",
            Optional.of(token("another")),
            "lastModified",
            later,
            "timeline",
            APPLIED.moved(State.APPLIED, state, later))
        : Copies.with(stored, "lastModified", DECIDED, "timeline", APPLIED);
  }

  String lone(State state, NewTransaction body) {
    return RecordText.lone(42, decided(state, body));
  }

  /** Adam has approved it, and fifteen dollars of each operation were captured. */
  String captured(NewTransaction body) {
    Transaction record = decided(State.DONE, body);
    return RecordText.lone(
        42,
        Copies.with(
            record,
            "progress",
            new AuthorizationProgress(
                List.of(new ApproverName("adam")),
                Captured.of(record.accountOperations(), List.of(1500L, 1500L)))));
  }

  String canceled(String kind, String words) {
    CancelReason reason =
        switch (kind) {
          case "requested" -> new CancelReason.Requested(words);
          case "recovered" -> new CancelReason.Recovered();
          case "never-begun" -> new CancelReason.NeverBegun();
          case "expired" -> new CancelReason.Expired(Instant.parse(words));
          default -> new HoldRefusal.NoSuchAccount(accountId(words));
        };
    return RecordText.lone(
        42,
        Copies.with(
            StoredRecords.lone(State.CANCELED, document("t1")), "reason", Optional.of(reason)));
  }

  private static NewTransaction document(String id) {
    return transfer(id, "A", "B", cents(1));
  }

  private static TransactionRecord begun() {
    return NewRecord.several(
            BATCH, Stream.of("m1", "m2", "m3").map(RecordTextTest::document).toList(), false, OWNER)
        .stored(NOW);
  }

  /** m1 is applied, and moved as much as is said, m2 refused, m3 left out. */
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

  private static String member(
      TransactionRecord batch, int place, Optional<NewTransaction> document) {
    return RecordText.member(
        42, batch, place - 1, document.map(body -> batch.of(new MemberDocument(BATCH, body, NOW))));
  }

  String member(int place, Optional<NewTransaction> document) {
    return member(decidedBatch(Map.of()), place, document);
  }

  String memberThatMoved(long cents, NewTransaction body) {
    return member(decidedBatch(Map.of(body.id(), List.of(cents, cents))), 1, Optional.of(body));
  }

  String memberOfUndecided(NewTransaction body) {
    return member(begun(), 1, Optional.of(body));
  }

  String batch() {
    return BatchText.of(42, decidedBatch(Map.of())).with(Digest.OF_NOTHING);
  }

  String removed(Optional<RecordId> record) {
    return RecordText.removed(42, record);
  }

  String unreadable(RecordId record) {
    return RecordText.unreadable(42, record);
  }

  @Test
  void aTransactionIsProvenInATree() {
    String content = RecordText.lone(2, decided(State.DONE, document("t1")));
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
    TransactionRecord batch = decidedBatch(Map.of());
    List<String> contents =
        IntStream.range(0, 3)
            .mapToObj(at -> RecordText.member(2, batch, at, Optional.empty()))
            .toList();
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
