package io.twophase.app.event;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.app.testing.OneBank;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.event.RecordProof;
import io.twophase.domain.event.TreeHead;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EvidenceTest extends OneBank {

  private final Evidence evidence = host.evidence();

  private RecordProof proof(String id) {
    return evidence.proof(transactionId(id)).get();
  }

  private void removeExpired() {
    now = now.plus(DAY);
    host.retention().pass();
  }

  @Test
  void eachTransactionIsProvenInEachTreeThatHasIt() {
    evidence.turnOn();
    transfer("t1", "t2", "dear0");
    batch("m1", "dear", "m2");
    transfer("t3");
    assertThat(evidence.grow()).isEqualTo(new Growth.Whole(5));

    for (String id : List.of("t1", "t2", "dear0", "m1", "dear", "m2", "t3")) {
      long number = proof(id).number();
      for (long size = number; size <= 5; size++) {
        TreeHead head = evidence.head(size).get();
        RecordProof proof = evidence.proof(transactionId(id), size).get();
        assertThat(proof.proves(head)).isTrue();
        assertThat(proof.content()).contains("\nnumber " + number, "\ntransaction " + id + "\n");
      }
    }
    assertThat(proof("t1").content()).contains("answer applied\ndebit 100 USD A\n");
    assertThat(proof("dear0").content())
        .contains("answer canceled\nreason InsufficientFunds\ndebit 100000 USD A\n");
    assertThat(proof("dear").content())
        .contains("place 2\n", "answer canceled\nreason InsufficientFunds\ndebit 100000 USD A\n");
    assertThat(proof("m2").inBatch()).isNotEmpty();
  }

  private static List<TransferRequest> ofRich(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            at ->
                new TransferRequest(
                    transactionId(name + at), accountId("rich"), accountId("B"), usd("1")))
        .toList();
  }

  @Test
  void manyRecordsGetTheirLeavesInSeveralCalls() {
    evidence.turnOn();
    host.accounts().open(accountId("rich"), usd("100000"));
    host.transfers().transferAll(ofRich("m", 50), Order.AS_GIVEN);
    ofRich("t", 2_100).forEach(host.transfers()::transfer);

    Growth grown = evidence.grow();

    assertThat(grown.size()).isEqualTo(evidence.head().size()).isGreaterThan(2_100);
    for (String id : List.of("m0", "m49", "t0", "t999", "t1000", "t2099")) {
      assertThat(proof(id).proves(evidence.head())).isTrue();
    }
  }

  @Test
  void aProofIsRenewedThoughItsTransactionIsRemoved() {
    evidence.turnOn();
    transfer("t1");
    batch("m1", "m2");
    evidence.grow();
    List<RecordProof> kept = List.of(proof("t1"), proof("m2"));
    removeExpired();
    transfer("t2", "t3");
    evidence.grow();

    assertThat(evidence.proof(transactionId("t1")).getLeft())
        .isEqualTo(new ProofRefusal.NoSuchTransaction(transactionId("t1")));
    for (RecordProof old : kept) {
      RecordProof renewed = evidence.renewed(old, 4).get();
      assertThat(renewed.content()).isEqualTo(old.content());
      assertThat(renewed.proves(evidence.head())).isTrue();
    }
    assertThat(evidence.renewed(kept.get(1), 1).getLeft())
        .isEqualTo(new ProofRefusal.TreeIsSmaller(2, 1));
    RecordProof forged =
        new RecordProof(
            kept.get(0).content().replace("100", "1"), Optional.empty(), kept.get(0).inTree());
    assertThat(evidence.renewed(forged, 4).getLeft()).isInstanceOf(ProofRefusal.Differs.class);
  }
}
