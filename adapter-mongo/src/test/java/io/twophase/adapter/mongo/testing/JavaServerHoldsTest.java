package io.twophase.adapter.mongo.testing;

import io.twophase.domain.value.Value;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same, without what mongo-java-server 1.47 does otherwise than MongoDB. */
@ExtendWith(KnownDifferences.class)
public abstract class JavaServerHoldsTest extends HoldsTest {

  @Override
  protected final boolean isId(Value value) {
    return JavaServerDocumentsTest.isAnId(value);
  }
}
