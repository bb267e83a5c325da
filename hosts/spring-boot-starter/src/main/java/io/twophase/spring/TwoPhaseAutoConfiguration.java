package io.twophase.spring;

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
import io.twophase.spring.failure.WiringException;
import io.twophase.spring.recovery.RecoveryLifecycle;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.boot.mongodb.autoconfigure.MongoProperties;
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
    return MongoStore.using(
        theOneOf(clients),
        StoreDatabase.name(
            properties.database(), mongo.getIfAvailable(), connection.getIfAvailable()),
        settings);
  }

  private static MongoClient theOneOf(ObjectProvider<MongoClient> clients) {
    MongoClient client = clients.getIfUnique();
    if (client == null) {
      throw WiringException.clients(clients.stream().count());
    }
    return client;
  }

  @Bean
  @ConditionalOnMissingBean
  TwoPhaseSettings twophaseSettings(TwoPhaseProperties properties, Environment environment) {
    String named = properties.application();
    String application =
        named != null ? named : environment.getProperty("spring.application.name", APPLICATION);
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
    TwoPhase.Builder builder = TwoPhase.over(store).settings(settings);
    List<TwoPhaseListener> all = listeners.orderedStream().toList();
    if (!all.isEmpty()) {
      builder.listener(EveryListener.of(all));
    }
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

  /** By the codecs of the host's client, unless Spring Data has a converter. */
  @Bean
  @Fallback
  @ConditionalOnMissingBean
  @ConditionalOnBean(MongoClient.class)
  DocumentMapper twophaseDocumentMapper(ObjectProvider<MongoClient> clients) {
    return DocumentMapper.by(theOneOf(clients).getCodecRegistry());
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBooleanProperty(name = "twophase.recovery.enabled", matchIfMissing = true)
  RecoveryLifecycle twophaseRecovery(TwoPhase twophase, TwoPhaseProperties properties) {
    return new RecoveryLifecycle(
        twophase.recovery(),
        RecoveryRequest.olderThan(properties.stuckAfter()),
        properties.recovery().interval(),
        properties.recovery().awaitedAtStart(),
        InstantSource.system());
  }

  /** One line as the application starts: which Twophase it is, over which store. */
  @Bean
  SmartInitializingSingleton twophaseStartLine(
      ObjectProvider<Store> stores,
      TwoPhaseSettings settings,
      ObjectProvider<RecoveryLifecycle> recovery,
      TwoPhaseProperties properties) {
    return () ->
        LOG.info(
            "{} as {} over {}; {}",
            About.version(),
            settings.engine().application(),
            stores.stream().findFirst().map(About::store).orElse("a store of the host's own"),
            recovery.getIfAvailable() == null
                ? "no recovery in this process"
                : "recovery every " + properties.recovery().interval());
  }
}
