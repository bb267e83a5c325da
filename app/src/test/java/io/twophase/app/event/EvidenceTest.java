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
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EvidenceTest extends OneBank {

  private final Evidence evidence = host.evidence();

  private RecordProof proof(String id) {
    return evidence.proof(transactionId(id)).get();
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
}
