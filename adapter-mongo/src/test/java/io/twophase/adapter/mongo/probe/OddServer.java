package io.twophase.adapter.mongo.probe;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A mongo-java-server that does something with each command before it runs it, or instead. */
final class OddServer implements AutoCloseable {

  /** What becomes of a command: is given what a sound server does, and answers. */
  interface Oddity {
    Document answer(UnaryOperator<Document> sound, String command, Document query);
  }

  /** Does what it is asked. */
  static final Oddity SOUND = (sound, command, query) -> sound.apply(query);

  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final Set<String> operators = new ConcurrentSkipListSet<>();
  private final MongoServer server;
  private final MongoClient client;
  private volatile Oddity oddity = SOUND;

  /** Does nothing odd until it becomes so. */
  OddServer() {
    this.server = new MongoServer(new Backend());
    this.client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(server.bindAndGetConnectionString()))
                .applyToServerSettings(
                    settings -> settings.minHeartbeatFrequency(10, TimeUnit.MILLISECONDS))
                .build());
  }

  /** Does not know an operator: refuses what has it. */
  static Oddity lacking(String operator) {
    return (sound, command, query) -> {
      if (OfDocuments.operators(query).contains(operator)) {
        throw new MongoServerError(2, "BadValue", "unknown operator: " + operator);
      }
      return sound.apply(query);
    };
  }

  /** Changes what it is asked to do before it does it. */
  static Oddity changing(UnaryOperator<Document> change) {
    return (sound, command, query) -> sound.apply(change.apply(query));
  }

  void become(Oddity other) {
    oddity = other;
  }

  /** Does nothing odd, has no documents, and forgets what came. */
  void reset() {
    become(SOUND);
    client.getDatabase("bank").drop();
    commands.clear();
    operators.clear();
  }

  /** Looks again at once for a server that has said that it goes down. */
  MongoClient client() {
    return client;
  }

  /** The commands that came since last asked. */
  List<String> commands() {
    List<String> came = new ArrayList<>(commands);
    commands.clear();
    return came;
  }

  /** The operators that came in any command. */
  Set<String> operators() {
    return new TreeSet<>(operators);
  }

  @Override
  public void close() {
    client.close();
    server.shutdownNow();
  }

  private final class Backend extends MemoryBackend {
    @Override
    public Document handleCommand(
        Channel channel, String database, String command, Document query) {
      commands.add(command);
      operators.addAll(OfDocuments.operators(query));
      return oddity.answer(
          asked -> super.handleCommand(channel, database, command, asked), command, query);
    }
  }
}
