package io.twophase.adapter.mongo.testing;

import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
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
    if (operation instanceof InsertDocument insert) {
      return JavaServerPulls.areSafe(insert.fields());
    }
    return !(operation instanceof ChangeDocument change)
        || JavaServerPulls.areDoneRight(change.changes());
  }
}
