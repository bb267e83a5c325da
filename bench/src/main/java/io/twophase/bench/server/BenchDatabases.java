package io.twophase.bench.server;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.twophase.bench.competitor.Ledger;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Databases of the bench's own on the server: made under fresh names, and dropped at the end. */
public final class BenchDatabases implements AutoCloseable {

  private final MongoClient direct;
  private final String prefix;
  private final List<String> made = new ArrayList<>();

  public BenchDatabases(Target target) {
    this.direct = target.connect();
    this.prefix =
        "twophase-bench-"
            + Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX)
            + "-"
            + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX)
            + "-";
  }

  /** The name of a database that is not there yet. */
  public String fresh() {
    String name = prefix + made.size();
    made.add(name);
    return name;
  }

  /** A client with nothing in between, and nobody listening. */
  public MongoClient client() {
    return direct;
  }

  public MongoDatabase database(String name) {
    return direct.getDatabase(name);
  }

  public BigInteger balances(String name) {
    return Ledger.balances(database(name));
  }

  /** Drops a database that is not needed any more. */
  public void drop(String name) {
    database(name).drop();
  }

  @Override
  public void close() {
    try {
      made.forEach(this::drop);
    } finally {
      direct.close();
    }
  }
}
