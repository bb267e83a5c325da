package io.twophase.adapter.mongo.testing;

import com.mongodb.client.MongoClient;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the commands that a client sends. */
public final class CommandRecorder implements CommandListener {

  private static final Set<String> OF_OPENING =
      Set.of("ping", "hello", "isMaster", "createIndexes");

  private final List<String> commands = new CopyOnWriteArrayList<>();

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

  @Override
  public void commandStarted(CommandStartedEvent event) {
    if (!OF_OPENING.contains(event.getCommandName())) {
      commands.add(event.getCommandName());
    }
  }
}
