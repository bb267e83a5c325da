package io.twophase.cli.process;

import com.mongodb.ConnectionString;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a test of processes runs on: an embedded server of its own, or else, with {@code
 * -Dmongodb.uri=…}, a database of its own on the server that is given, which is left alive.
 *
 * @param uri where the processes find it, with the database
 * @param processes its own; none of a server that is given
 */
record Server(String uri, List<RestartedProcess> processes) implements AutoCloseable {

  private static final String GIVEN = System.getProperty("mongodb.uri", "");
  private static final Pattern PARTS =
      Pattern.compile("(mongodb(?:\\+srv)?://[^/?]+)[^?]*(\\?.*)?");

  /** The given one, or else one that is started; its documents and logs go to {@code folder}. */
  static Server start(Path folder) throws IOException {
    String database = newDatabase();
    if (GIVEN.isEmpty()) {
      int port = RestartedProcess.freePort();
      RestartedProcess process = RestartedProcess.server(folder, port);
      return new Server(named(RestartedProcess.uri(port), database), List.of(process));
    }
    return new Server(named(GIVEN, database), List.of());
  }

  /** Another database of the same server; closing it drops the database. */
  Server another() {
    return new Server(named(uri, newDatabase()), List.of());
  }

  private static String newDatabase() {
    return "process_" + UUID.randomUUID().toString().substring(0, 13);
  }

  private static String named(String uri, String database) {
    Matcher parts = PARTS.matcher(uri);
    if (!parts.matches()) {
      throw new IllegalArgumentException("-Dmongodb.uri=" + uri + " is not understood");
    }
    return parts.group(1) + "/" + database + Objects.requireNonNullElse(parts.group(2), "");
  }

  /** Whether it is one address that asks for no login, so that a proxy can stand before it. */
  boolean isPlain() {
    ConnectionString parsed = new ConnectionString(uri);
    return !parsed.isSrvProtocol()
        && parsed.getHosts().size() == 1
        && parsed.getCredential() == null
        && !Boolean.TRUE.equals(parsed.getSslEnabled());
  }

  /** Where it listens, if it is plain. */
  InetSocketAddress address() {
    ServerAddress address = new ServerAddress(new ConnectionString(uri).getHosts().get(0));
    return new InetSocketAddress(address.getHost(), address.getPort());
  }

  /** The URI of the same database by way of a proxy, with options. */
  String behind(String proxy, String options) {
    return proxy + "/" + database(uri) + "?" + options;
  }

  /** The database that a URI of a store names. */
  static String database(String uri) {
    return Objects.requireNonNull(new ConnectionString(uri).getDatabase());
  }

  @Override
  public void close() {
    if (processes.isEmpty()) {
      try (MongoClient client = MongoClients.create(uri)) {
        client.getDatabase(database(uri)).drop();
      }
    }
    processes.forEach(RestartedProcess::close);
  }
}
