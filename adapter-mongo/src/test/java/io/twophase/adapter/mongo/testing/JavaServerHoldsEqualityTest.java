package io.twophase.adapter.mongo.testing;

import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.value.Value;
import io.twophase.test.equality.hold.Draws;
import java.util.List;

/** The same, without what mongo-java-server 1.47 does otherwise than MongoDB. */
public abstract class JavaServerHoldsEqualityTest extends HoldsEqualityTest {

  /**
   * Values without what is not a number, which meets each {@code $gte} there; and of equal numbers
   * of different types one, since it leaves a number as it is where an equal one is set.
   */
  private static final List<Value> VALUES =
      Draws.VALUES_OF_ONE_TYPE.stream().filter(value -> !isNaN(value)).toList();

  @Override
  protected final Draws draws() {
    return draws(database());
  }

  /** All that mongo-java-server does as MongoDB does. */
  public static Draws draws(FreshDatabase database) {
    return new Draws(database.another(), VALUES, JavaServerHoldsEqualityTest::isDoneRight);
  }

  /** No number is within a bound of it, not even itself. */
  private static boolean isNaN(Value value) {
    return value.isNumber() && value.compareTo(value).isEmpty();
  }

  private static boolean isDoneRight(DocumentOperation operation) {
    if (operation instanceof InsertDocument insert) {
      return JavaServerPulls.areSafe(insert.fields());
    }
    return !(operation instanceof ChangeDocument change)
        || JavaServerPulls.areDoneRight(change.changes());
  }
}
