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

/** Which commands were sent; and something to do just after one was answered. */
public final class CommandRecorder implements CommandListener {

  private static final Set<String> OF_OPENING =
      Set.of("ping", "hello", "isMaster", "createIndexes");

  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final Map<String, Runnable> after = new HashMap<>();

  /** A client of a server that this listens to. */
  public MongoClient client(String uri) {
    return Servers.heard(uri, this);
  }

  /** What was sent since last asked. */
  public List<String> commands() {
    List<String> sent = List.copyOf(commands);
    commands.clear();
    return sent;
  }

  /** Does {@code interruption} after every answer to such a command, before anybody acts on it. */
  public void afterEach(String command, Runnable interruption) {
    after.put(command, interruption);
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    if (!OF_OPENING.contains(event.getCommandName())) {
      commands.add(event.getCommandName());
    }
  }

  @Override
  public void commandSucceeded(CommandSucceededEvent event) {
    after.getOrDefault(event.getCommandName(), () -> {}).run();
  }
}
