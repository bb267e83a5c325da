package io.twophase.adapter.mongo.testing;

import io.twophase.test.equality.document.Draws;

/** The same, without what mongo-java-server 1.47 does otherwise than MongoDB. */
public abstract class JavaServerHoldsEqualityTest extends HoldsEqualityTest {

  @Override
  protected final Draws draws() {
    return JavaServerDocumentsEqualityTest.draws(database());
  }
}
