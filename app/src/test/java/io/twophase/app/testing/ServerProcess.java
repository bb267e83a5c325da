package io.twophase.app.testing;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * {@code twophase server} in a process of its own, for all tests of a class and of those nested in
 * it.
 */
public final class ServerProcess implements BeforeAllCallback, AfterAllCallback {

  private Path folder;
  private String uri;
  private Launched process;
  private MongoClient client;
  private int databases;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    if (context.getRequiredTestClass().isMemberClass()) {
      return;
    }
    folder = Files.createTempDirectory("twophase");
    int port = freePort();
    uri = "mongodb://127.0.0.1:" + port;
    process =
        Launched.start(
            folder.resolve("server.log"),
            Launched.SHORT_LIVED,
            List.of(
                "server",
                "--port",
                Integer.toString(port),
                "--dir",
                folder.resolve("data").toString()));
    process.awaitOutput("listening on " + uri);
    client = MongoClients.create(uri);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Where it listens. */
  public String uri() {
    return uri;
  }

  /** An empty store on it. */
  public MongoStore fresh(InstantSource clock) {
    databases++;
    return MongoStore.using(
        client,
        "test" + databases,
        MongoStoreSettings.defaults().withProbe(false).withClock(clock));
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (context.getRequiredTestClass().isMemberClass()) {
      return;
    }
    client.close();
    process.close();
    FileUtils.deleteDirectory(folder.toFile());
  }
}
