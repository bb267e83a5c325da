package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.operation.Operation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The digest of a body, beyond the scenes of {@code comparing.txt} … */
class BodyDigestTest {
  /** It is stored: another digest would refuse what was answered before. */
  @Test
  void ofDocumentsElsewhereStaysAsItIsFromVersionToVersion() {
    List<Operation> operations =
        List.of(
            insert(
                order("o1").collection().inDatabase("x").onCluster("y").document(7),
                fields("a", 5)),
            change(order("o2"), is("a", 4), set("b.c", 5L)));
    assertThat(BodyDigest.of(new NewTransaction(transactionId("t1"), operations, Optional.empty())))
        .hasToString("257e613185933d100f8600eed5641a4f5627f50259129ce20e752dca25841724");
  }

  @Test
  void isStoredAsBytes() {
    BodyDigest digest = BodyDigest.of(transfer("t1", "A", "B", usd("1")));
    assertThat(digest.bytes()).hasSize(BodyDigest.BYTES);
    assertThat(BodyDigest.of(digest.bytes()).get()).isEqualTo(digest);
    assertThat(BodyDigest.of(new byte[31]).getLeft()).isEqualTo("has 31 bytes, not 32");
  }
}
