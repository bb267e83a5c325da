package io.twophase.adapter.mongo.testing;

import io.twophase.domain.value.Value;
import io.twophase.ports.Records;
import io.twophase.test.contract.record.RecordsContract;
import org.junit.jupiter.api.Nested;

/** The contracts of holds and of records, on a server. */
public abstract class ServerContracts {

  /** Where the server's stores are. */
  public abstract FreshDatabase database();

  /** Whether the server does otherwise than MongoDB where mongo-java-server does. */
  protected boolean isJavaServer() {
    return true;
  }

  @Nested
  class OfHolds extends HoldsTest {
    @Override
    public FreshDatabase database() {
      return ServerContracts.this.database();
    }

    @Override
    protected boolean isId(Value value) {
      return !isJavaServer() || JavaServerDifferences.isId(value);
    }
  }

  @Nested
  class OfRecords extends RecordsContract {
    @Override
    protected Records records() {
      return database().store().records();
    }
  }
}
