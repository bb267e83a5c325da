package io.twophase.bench;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import io.twophase.bench.competitor.Ledger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/**
 * The server that is measured, and the databases of the bench's own on it: made under fresh names,
 * and dropped at the end.
 */
public final class BenchDatabases implements AutoCloseable {

  /** Server selection that fails while somebody still watches. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ConnectionString uri;
  private final Runnable goOn;
  private final MongoClient direct;
  private final String prefix;
  private final List<String> made = new ArrayList<>();

  /**
   * On the server that {@code uri} names.
   *
   * @param goOn is asked while documents are made, and throws if nobody wants them any more
   * @throws IllegalArgumentException if it is no connection string
   */
  public BenchDatabases(String uri, Runnable goOn) {
    this.uri = new ConnectionString(uri);
    this.goOn = goOn;
    this.direct = connect(List.of());
    this.prefix =
        "twophase-bench-%s-%s-"
            .formatted(
                Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX),
                Long.toString(System.currentTimeMillis(), Character.MAX_RADIX));
  }

  /** A client that is listened to, which the caller closes. */
  public MongoClient connect(List<CommandListener> listeners) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applicationName("twophase-bench")
            .applyConnectionString(uri)
            .applyToClusterSettings(
                cluster ->
                    cluster.serverSelectionTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
            .commandListenerList(listeners)
            .build());
  }

  /** The name and version that the server answers. */
  public String version() {
    Document info = direct.getDatabase("admin").runCommand(new Document("buildInfo", 1));
    return "MongoDB wire protocol, version " + info.getString("version");
  }

  /** The ledger of a database that is not there yet, with batches of so many transfers. */
  public Ledger fresh(int batch) {
    String name = prefix + made.size();
    made.add(name);
    return new Ledger(direct, name, batch, goOn);
  }

  /** Drops a database that is not needed any more. */
  public void drop(String name) {
    direct.getDatabase(name).drop();
  }

  /** Drops all that were made until now. */
  public void dropAll() {
    made.forEach(this::drop);
  }

  @Override
  public void close() {
    try {
      dropAll();
    } finally {
      direct.close();
    }
  }
}
