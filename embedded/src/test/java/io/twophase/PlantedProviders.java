package io.twophase;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.ports.Store;
import io.twophase.ports.StoreProvider;
import io.twophase.test.fault.Interceptor;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** Providers of stores that only a test's class loader names. */
final class PlantedProviders {

  /** How often a store of {@link Unusable} was opened and not closed. */
  static final AtomicInteger OPEN = new AtomicInteger();

  private PlantedProviders() {}

  /** A provider that cannot be made. */
  public static final class Broken implements StoreProvider {

    /** Fails. */
    public Broken() {
      throw new IllegalStateException("a library is missing");
    }

    @Override
    public boolean opens(String uri) {
      return true;
    }

    @Override
    public Opened openStore(String uri) {
      throw new AssertionError("it was never made");
    }
  }

  /** Opens stores that fail at every call. */
  public static final class Unusable implements StoreProvider {

    @Override
    public boolean opens(String uri) {
      return uri.startsWith("unusable:");
    }

    @Override
    public Opened openStore(String uri) {
      OPEN.incrementAndGet();
      Store store =
          Interceptor.before(
              Store.class,
              InMemoryStore.create(InstantSource.system()),
              (method, asked, call) -> {
                throw new IllegalStateException("unusable");
              });
      return new Opened(store, OPEN::decrementAndGet);
    }
  }

  /** A class loader that names the broken provider before the other one. */
  static URLClassLoader loader(Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(StoreProvider.class.getName()),
        Broken.class.getName() + "\n" + Unusable.class.getName() + "\n");
    return new URLClassLoader(
        new URL[] {folder.toUri().toURL()}, PlantedProviders.class.getClassLoader());
  }
}
