package io.twophase;

import io.twophase.ports.StoreProvider;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * The providers of stores that class loaders name: those of the thread's context first, then those
 * of Twophase itself. A provider that cannot be made hides no other one. Used once.
 */
final class StoreProviders {

  private static final String SCHEME = "[A-Za-z][A-Za-z0-9+.-]*:";

  /** A loader that fails in the same way for ever is given up. */
  private static final int MOST_BROKEN = 100;

  private final IllegalArgumentException refusal;
  private final String uri;

  private StoreProviders(String uri) {
    this.uri = uri;
    this.refusal = new IllegalArgumentException(refusal(uri));
  }

  /**
   * Opens the store of a URI.
   *
   * @throws IllegalArgumentException if no provider opens such a URI; the providers that could not
   *     be made are among the suppressed exceptions
   */
  static StoreProvider.Opened open(String uri) {
    return new StoreProviders(uri).provider().openStore(uri);
  }

  private StoreProvider provider() {
    Set<ClassLoader> loaders = new LinkedHashSet<>();
    Optional.ofNullable(Thread.currentThread().getContextClassLoader()).ifPresent(loaders::add);
    Optional.ofNullable(TwoPhase.class.getClassLoader()).ifPresent(loaders::add);
    for (ClassLoader loader : loaders) {
      for (StoreProvider provider : provider(loader).stream().toList()) {
        return provider;
      }
    }
    throw refusal;
  }

  private Optional<StoreProvider> provider(ClassLoader loader) {
    Iterator<StoreProvider> providers = ServiceLoader.load(StoreProvider.class, loader).iterator();
    for (int broken = 0; broken < MOST_BROKEN; broken++) {
      try {
        while (providers.hasNext()) {
          StoreProvider provider = providers.next();
          if (provider.opens(uri)) {
            return Optional.of(provider);
          }
        }
        return Optional.empty();
      } catch (ServiceConfigurationError | LinkageError unusable) {
        refusal.addSuppressed(unusable);
      }
    }
    return Optional.empty();
  }

  /** Shows no more of the text than a scheme: the rest may have a password in it. */
  private static String refusal(String uri) {
    String scheme = uri.substring(0, uri.indexOf(':') + 1);
    return "no adapter on the class path opens "
        + (scheme.matches(SCHEME) ? "\"" + scheme + "\"" : "a text that begins with no scheme")
        + ": mongodb: is of twophase-adapter-mongo, embedded: of twophase-embedded, and memory: of"
        + " twophase-adapter-inmemory";
  }
}
