package io.twophase.adapter.mongo.testing;

import io.twophase.ports.Records;
import io.twophase.test.equality.hold.Draws;
import io.twophase.test.fault.Interceptor;
import org.junit.jupiter.api.Nested;

/** Holds and records of the adapter on a server, beside those in memory. */
public abstract class ServerEquality {

  /** Where the server's stores are. */
  public abstract FreshDatabase database();

  /** Whether the server does otherwise than MongoDB where mongo-java-server does. */
  protected boolean isJavaServer() {
    return true;
  }

  /** Waits until a majority has what was written: a record's last step does not wait for that. */
  protected void awaitMajority() {}

  @Nested
  class OfHolds extends HoldsEqualityTest {
    @Override
    public FreshDatabase database() {
      return ServerEquality.this.database();
    }

    @Override
    protected Draws draws() {
      return isJavaServer() ? JavaServerDifferences.draws(database()) : super.draws();
    }

    @Override
    protected String name() {
      return ServerEquality.this.getClass().getSimpleName() + "$OfHolds";
    }
  }

  @Nested
  class OfRecords extends RecordsEqualityTest {
    @Override
    public FreshDatabase database() {
      return ServerEquality.this.database();
    }

    @Override
    protected Records tested() {
      return Interceptor.before(
          Records.class,
          super.tested(),
          (method, asked, call) -> {
            Object answer = call.make();
            if (method.equals("move")) {
              awaitMajority();
            }
            return answer;
          });
    }

    @Override
    protected String name() {
      return ServerEquality.this.getClass().getSimpleName() + "$OfRecords";
    }
  }
}
