package io.twophase.spring;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.ports.CallerContext;
import io.twophase.ports.EntityMapper;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.boot.mongodb.autoconfigure.MongoProperties;
import org.springframework.boot.mongodb.autoconfigure.PropertiesMongoConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.env.Environment;

/**
 * Configures a {@link TwoPhase} over the host's client, and recovery beside it. Each bean steps
 * back where the host defines one of its type.
 *
 * <p>When the context closes, recovery ends with its pass; then the {@link TwoPhase} takes no more
 * transactions and brings to their end those that are begun; then the client is closed.
 */
@AutoConfiguration(after = MongoAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "twophase.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TwoPhaseProperties.class)
public final class TwoPhaseAutoConfiguration {

  private static final Logger LOG = LoggerFactory.getLogger(TwoPhaseAutoConfiguration.class);
  private static final String APPLICATION = "twophase";

  @Bean
  @ConditionalOnMissingBean
  MongoStoreSettings twophaseStoreSettings(TwoPhaseProperties properties) {
    return MongoStoreSettings.defaults()
        .withCollections(properties.accounts(), properties.transactions())
        .withUnsafeAllowed(properties.unsafeAllowed())
        .withProbe(properties.probe());
  }

  @Bean
  @ConditionalOnMissingBean({Store.class, TwoPhase.class})
  MongoStore twophaseStore(
      ObjectProvider<MongoClient> clients,
      ObjectProvider<MongoProperties> mongo,
      ObjectProvider<MongoConnectionDetails> connection,
      MongoStoreSettings settings,
      TwoPhaseProperties properties) {
    MongoClient client = clients.getIfUnique();
    if (client == null) {
      throw WiringException.clients(clients.stream().count());
    }
    return MongoStore.using(
        client,
        StoreDatabase.name(
            properties.database(), mongo.getIfAvailable(), connection.getIfAvailable()),
        settings);
  }

  @Bean
  @ConditionalOnMissingBean
  TwoPhaseSettings twophaseSettings(TwoPhaseProperties properties, Environment environment) {
    String named = properties.application();
    String application =
        named != null ? named : environment.getProperty("spring.application.name", APPLICATION);
    WiringException.require(
        named != null ? "twophase.application" : "spring.application.name",
        application,
        ApplicationName::new);
    return new TwoPhaseSettings(
        EngineSettings.of(new ApplicationName(application))
            .withStuckAfter(properties.stuckAfter())
            .withPatience(properties.patience()),
        TwoPhaseSettings.DEFAULT_BATCH_SIZE);
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  TwoPhase twophase(
      Store store,
      TwoPhaseSettings settings,
      ObjectProvider<TwoPhaseListener> listeners,
      ObjectProvider<CallerContext> contexts,
      ObjectProvider<EntityMapper> mappers,
      ObjectProvider<TwoPhaseCustomizer> customizers) {
    TwoPhase.Builder builder =
        TwoPhase.over(store)
            .settings(settings)
            .listener(TwoPhaseListener.each(listeners.orderedStream().toList()));
    contexts.ifAvailable(builder::callerContext);
    mappers.ifUnique(builder::mapper);
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    return builder.build();
  }

  @Bean
  @ConditionalOnMissingBean
  TwoPhaseTemplate twophaseTemplate(TwoPhase twophase) {
    return new TwoPhaseTemplate(twophase);
  }

  /** By the codecs of the host's one client, unless Spring Data has a converter. */
  @Bean
  @Fallback
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(MongoClient.class)
  DocumentMapper twophaseDocumentMapper(MongoClient client) {
    return DocumentMapper.by(client.getCodecRegistry());
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBooleanProperty(name = "twophase.recovery.enabled", matchIfMissing = true)
  RecoveryLifecycle twophaseRecovery(
      TwoPhase twophase, TwoPhaseSettings settings, TwoPhaseProperties properties) {
    return new RecoveryLifecycle(
        twophase.recovery(),
        RecoveryRequest.olderThan(settings.engine().stuckAfter()),
        properties.recovery().interval(),
        properties.recovery().awaitedAtStart(),
        InstantSource.system());
  }

  /** The starter tells, as the application starts, which Twophase it is, over which store. */
  @Bean
  SmartInitializingSingleton twophaseStartLine(
      ObjectProvider<TwoPhase> twophases,
      ObjectProvider<Store> stores,
      TwoPhaseSettings settings,
      ObjectProvider<RecoveryLifecycle> recovery,
      TwoPhaseProperties properties) {
    return () -> {
      long recovered = recovery.stream().count();
      boolean leavesOthers = recovered == 1 && twophases.stream().count() > 1;
      LOG.atLevel(leavesOthers ? Level.WARN : Level.INFO)
          .log(
              "{} as {} over {}; {}{}",
              About.version(),
              settings.engine().application(),
              stores.stream().findFirst().map(About::store).orElse("a store of the host's own"),
              recovered == 0
                  ? "no recovery in this process"
                  : "recovery every " + properties.recovery().interval(),
              leavesOthers
                  ? " of the primary TwoPhase bean only: define a RecoveryLifecycle for each"
                  : "");
    };
  }

  /**
   * The database of the store: what the host names, and never one that nobody has named. An
   * application that forgets to name its own would else keep its money in the driver's {@code
   * test}.
   */
  static final class StoreDatabase {

    /** The server's own. */
    private static final Set<String> RESERVED = Set.of("admin", "config", "local");

    private StoreDatabase() {}

    /**
     * Its name.
     *
     * @param asked by Twophase's own property, if at all
     * @param mongo the host's properties of its client, if it has them
     * @param connection where the host's client connects to, if that is known
     * @throws WiringException if nobody names one, or it can be no database of a host
     */
    static String name(
        @Nullable String asked,
        @Nullable MongoProperties mongo,
        @Nullable MongoConnectionDetails connection) {
      String name = asked != null ? asked : ofClient(mongo, connection);
      if (name == null) {
        throw WiringException.noDatabase();
      }
      if (RESERVED.contains(name)) {
        throw WiringException.badDatabase(name, "it is the server's own");
      }
      try {
        MongoNamespace.checkDatabaseNameValidity(name);
      } catch (IllegalArgumentException invalid) {
        throw WiringException.badDatabase(name, "there can be none of that name");
      }
      return name;
    }

    private static @Nullable String ofClient(
        @Nullable MongoProperties mongo, @Nullable MongoConnectionDetails connection) {
      if (mongo != null && mongo.getDatabase() != null) {
        return mongo.getDatabase();
      }
      boolean namesDefault =
          connection instanceof PropertiesMongoConnectionDetails
              && (mongo == null || mongo.getUri() == null);
      return connection == null || namesDefault
          ? null
          : connection.getConnectionString().getDatabase();
    }
  }

  /** The version of Twophase and the name of its store, for the log and for health. */
  public static final class About {

    /** A server that does not answer holds no start up for longer. */
    private static final Duration ASKED_FOR = Duration.ofSeconds(2);

    private About() {}

    /** The software's name and version; a build that is not packaged has none. */
    public static String version() {
      String version = TwoPhase.class.getPackage().getImplementationVersion();
      return "Twophase " + (version == null ? "(not packaged)" : version);
    }

    /** The store in one line, or why that is not known. */
    static String store(Store store) {
      try {
        return store.callLimit().within(ASKED_FOR, store::describe);
      } catch (StoreException unknown) {
        return "a store that does not answer: " + unknown.getMessage();
      }
    }
  }
}
