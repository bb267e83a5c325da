package io.twophase.adapter.mongo.testing;

import io.twophase.domain.document.FieldChange;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.value.Value;
import io.twophase.test.equality.document.Draws;

/** The same, without what mongo-java-server 1.47 does otherwise than MongoDB. */
public abstract class JavaServerDocumentsEqualityTest extends DocumentsEqualityTest {

  /** It leaves a number as it is where an equal one of another type is set. */
  @Override
  protected final Draws draws() {
    return new Draws(
        database().another(),
        Draws.VALUES_OF_ONE_TYPE,
        JavaServerDocumentsEqualityTest::isDoneRight);
  }

  private static boolean isDoneRight(DocumentOperation operation) {
    return !(operation instanceof ChangeDocument change)
        || change.changes().all().stream().noneMatch(JavaServerDocumentsEqualityTest::pullsMore);
  }

  /** Its {@code $pullAll} of an embedded document also removes an empty one. */
  private static boolean pullsMore(FieldChange change) {
    return change instanceof FieldChange.Pull pull && pull.value() instanceof Value.Embedded;
  }
}
