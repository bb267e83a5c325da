package io.twophase.sample;

import io.twophase.sample.guice.GuiceOrders;
import io.twophase.sample.plain.PlainOrders;
import io.twophase.sample.spring.SpringOrders;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The three wirings of the order service. */
enum Sample {
  PLAIN {
    @Override
    Class<?> main() {
      return PlainOrders.class;
    }

    @Override
    boolean has(String library) {
      return isOneOf(library, TWOPHASE) || isOneOf(library, LIBRARIES);
    }
  },

  GUICE {
    @Override
    Class<?> main() {
      return GuiceOrders.class;
    }

    @Override
    boolean has(String library) {
      return PLAIN.has(library) || isOneOf(library, GUICES) || isOneOf(library, INJECTED);
    }
  },

  SPRING {
    @Override
    Class<?> main() {
      return SpringOrders.class;
    }

    @Override
    boolean has(String library) {
      return !isOneOf(library, GUICES) && !isOneOf(library, INJECTED);
    }

    @Override
    List<String> arguments(Path directory, int port) {
      return List.of(
          "--orders.directory=" + directory,
          "--server.port=" + port,
          // as the other wirings open an embedded server
          "--twophase.probe=false",
          "--management.endpoints.web.exposure.include=prometheus");
    }

    @Override
    boolean hasMetrics() {
      return true;
    }
  };

  /** Modules of Twophase; folders of classes where a module is no jar yet. */
  private static final String TWOPHASE =
      "classes twophase-domain twophase-ports twophase-app twophase-adapter-mongo"
          + " twophase-embedded twophase-samples";

  private static final String LIBRARIES =
      "vavr jspecify mongodb-driver bson slf4j-api rocksdbjni netty mongo-java-server";

  private static final String GUICES = "twophase-guice twophase-adapter-inmemory";

  private static final String INJECTED = "guice- guava failureaccess jakarta.inject aopalliance";

  abstract Class<?> main();

  /** Whether a host of this kind has a jar of that name. */
  abstract boolean has(String library);

  List<String> arguments(Path directory, int port) {
    return List.of("embedded:" + directory + "?database=shop", Integer.toString(port));
  }

  /** Whether it can be scraped. */
  boolean hasMetrics() {
    return false;
  }

  private static boolean isOneOf(String library, String beginnings) {
    return Stream.of(beginnings.split(" ", -1)).anyMatch(library::startsWith);
  }
}
