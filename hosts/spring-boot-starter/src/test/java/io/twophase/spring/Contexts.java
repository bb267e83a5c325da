package io.twophase.spring;

import io.twophase.embedded.EmbeddedServer;
import java.util.UUID;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Application contexts with Twophase, as a host gets them by the starter. */
public final class Contexts {

  private static final EmbeddedServer SERVER = EmbeddedServer.inMemory(0);

  private Contexts() {}

  /** A database that no other test has, by its URI. */
  public static String uri() {
    return SERVER.uri() + "/spring_" + UUID.randomUUID().toString().substring(0, 13);
  }

  /** With Boot's client and Twophase; nothing says where. */
  public static ApplicationContextRunner unset() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(MongoAutoConfiguration.class, TwoPhaseAutoConfiguration.class))
        .withPropertyValues("twophase.probe=false");
  }

  /** The same, over a database of its own. */
  public static ApplicationContextRunner set() {
    return unset().withPropertyValues("spring.mongodb.uri=" + uri());
  }
}
