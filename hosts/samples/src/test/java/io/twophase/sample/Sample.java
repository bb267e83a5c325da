package io.twophase.sample;

import io.twophase.sample.guice.GuiceOrders;
import io.twophase.sample.plain.PlainOrders;
import io.twophase.sample.spring.SpringOrders;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The three wirings of the order service. */
enum Sample {
  PLAIN(PlainOrders.class, OfHosts.OWN),
  GUICE(GuiceOrders.class, OfHosts.OWN + " " + OfHosts.GUICE),
  SPRING(SpringOrders.class, OfHosts.GUICE) {
    /** Spring Boot brings many, but none of Guice's. */
    @Override
    boolean has(String library) {
      return !super.has(library);
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
  };

  /** The beginnings of the names of jars. */
  private interface OfHosts {
    /** With folders of classes, where a module is no jar yet. */
    String OWN =
        "classes twophase-domain twophase-ports twophase-app twophase-adapter-mongo"
            + " twophase-embedded twophase-samples vavr jspecify mongodb-driver bson slf4j-api"
            + " rocksdbjni netty mongo-java-server";

    String GUICE =
        "twophase-guice twophase-adapter-inmemory guice- guava failureaccess jakarta.inject"
            + " aopalliance";
  }

  final Class<?> main;
  private final String libraries;

  Sample(Class<?> main, String libraries) {
    this.main = main;
    this.libraries = libraries;
  }

  /** Whether a host of this kind has a jar of that name. */
  boolean has(String library) {
    return Stream.of(libraries.split(" ", -1)).anyMatch(library::startsWith);
  }

  List<String> arguments(Path directory, int port) {
    return List.of("embedded:" + directory + "?database=shop", Integer.toString(port));
  }
}
