package io.twophase.adapter.mongo.testing;

import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.Value;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same, without what mongo-java-server 1.47 does otherwise than MongoDB. */
@ExtendWith(KnownDifferences.class)
public abstract class JavaServerHoldsTest extends HoldsTest {

  /**
   * It takes the largest key, or infinity, for another id, and an empty document for all of them;
   * and finds none of the id null to change and to answer with.
   */
  @Override
  protected final boolean isId(Value value) {
    boolean isFinite = !value.isNumber() || value.isFiniteNumber();
    boolean isEmpty = value.equals(Documents.value(Documents.fields()));
    return isFinite && !isEmpty && !Set.of("maxKey", "null").contains(value.type());
  }
}
