package io.twophase.domain.operation;

import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationDigestTest {

  private static final DocumentRef ORDER = order("o1");

  @Test
  void randomOperationsHaveOneDigestEach() {
    RandomDocuments random = new RandomDocuments(Seed.random("OperationDigestTest"));
    Map<String, DocumentOperation> byDigest = new HashMap<>();
    for (int round = 0; round < 3_000; round++) {
      DocumentOperation operation = random.operation(ORDER);
      DocumentOperation same = byDigest.putIfAbsent(OperationDigest.of(operation), operation);
      if (same != null) {
        assertThat(same).isEqualTo(operation);
      }
    }
  }
}
