package io.twophase.adapter.mongo.testing;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/** Which commands were sent; and something to do just after one was answered. */
public final class CommandRecorder implements CommandListener {

  private static final Set<String> OF_OPENING =
      Set.of("ping", "hello", "isMaster", "createIndexes");

  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final List<BsonDocument> documents = new CopyOnWriteArrayList<>();
  private final AtomicLong writes = new AtomicLong();
  private final Map<String, Runnable> after = new HashMap<>();

  /** A client of the in-process server that this listens to. */
  public MongoClient client() {
    return client(Servers.inProcessUri());
  }

  /** A client of another server that this listens to. */
  public MongoClient client(String uri) {
    return Servers.heard(uri, this);
  }

  /** What was sent since last asked. */
  public List<String> commands() {
    List<String> sent = List.copyOf(commands);
    commands.clear();
    return sent;
  }

  /** The same, whole: all that went over the wire, commands of opening included. */
  public List<BsonDocument> documents() {
    List<BsonDocument> sent = List.copyOf(documents);
    documents.clear();
    return sent;
  }

  /** Does {@code interruption} after every answer to such a command, before anybody acts on it. */
  public void afterEach(String command, Runnable interruption) {
    after.put(command, interruption);
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    documents.add(event.getCommand().clone());
    if (!OF_OPENING.contains(event.getCommandName())) {
      commands.add(event.getCommandName());
    }
  }

  /** How many documents were inserted or changed since last asked. */
  public long writes() {
    return writes.getAndSet(0);
  }

  @Override
  public void commandSucceeded(CommandSucceededEvent event) {
    BsonDocument answer = event.getResponse();
    if (answer.isNumber("n") && List.of("insert", "update").contains(event.getCommandName())) {
      writes.addAndGet(answer.getNumber("n").intValue());
    }
    after.getOrDefault(event.getCommandName(), () -> {}).run();
  }
}
