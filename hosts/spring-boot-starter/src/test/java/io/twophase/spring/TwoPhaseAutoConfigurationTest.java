package io.twophase.spring;

import static io.twophase.TwoPhase.account;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.ports.Store;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class TwoPhaseAutoConfigurationTest {

  private static Document record(ApplicationContext context, String database, String collection) {
    return context
        .getBean(MongoClient.class)
        .getDatabase(database)
        .getCollection(collection)
        .find(new Document("_id", "t"))
        .first();
  }

  @Test
  void moneyMovesInTheDatabaseOfTheHostsClient() {
    String uri = Contexts.uri();
    Contexts.unset()
        .withPropertyValues("spring.mongodb.uri=" + uri, "spring.application.name=shop")
        .run(
            context -> {
              assertThat(Contexts.moveMoney(context).isApplied()).isTrue();
              assertThat(record(context, uri.substring(uri.lastIndexOf('/') + 1), "transactions"))
                  .containsEntry("state", "done")
                  .containsEntry("application", "shop");
            });
  }

  @Test
  void propertiesSayWhereAndHow() {
    Contexts.set()
        .withPropertyValues(
            "spring.application.name=shop",
            "twophase.database=bank",
            "twophase.application=billing",
            "twophase.accounts=books",
            "twophase.transactions=entries",
            "twophase.patience=3s",
            "twophase.stuck-after=7m")
        .run(
            context -> {
              assertThat(Contexts.moveMoney(context).isApplied()).isTrue();
              assertThat(record(context, "bank", "entries"))
                  .containsEntry("application", "billing");
              EngineSettings engine = context.getBean(TwoPhaseSettings.class).engine();
              assertThat(engine.patience()).isEqualTo(Duration.ofSeconds(3));
              assertThat(engine.stuckAfter()).isEqualTo(Duration.ofMinutes(7));
            });
  }

  @Test
  void theDatabaseOfBootsOwnPropertyIsTaken() {
    String uri = Contexts.uri();
    String host = uri.substring("mongodb://".length(), uri.lastIndexOf('/'));
    Contexts.unset()
        .withPropertyValues(
            "spring.mongodb.host=" + host.split(":", 2)[0],
            "spring.mongodb.port=" + host.split(":", 2)[1],
            "spring.mongodb.database=named")
        .run(
            context -> {
              assertThat(Contexts.moveMoney(context).isApplied()).isTrue();
              assertThat(record(context, "named", "transactions")).isNotNull();
            });
  }

  @Test
  void aHostsOwnStoreNeedsNoClient() {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    Contexts.unset()
        .withBean(Store.class, () -> store)
        .run(
            context -> {
              assertThat(Contexts.moveMoney(context).isApplied()).isTrue();
              assertThat(context).doesNotHaveBean(MongoStore.class);
              assertThat(store.holds().find(List.of(new Target.OfAccount(account("A")))))
                  .extracting(Sight::kind)
                  .containsExactly(Sight.Kind.FOUND);
            });
  }

  /** So says the report of a start with two clients, and it is enough. */
  @Test
  void aStoreOverOneOfTwoClientsIsTaken() {
    Contexts.unset()
        .withBean("one", MongoClient.class, () -> MongoClients.create(Contexts.uri()))
        .withBean("other", MongoClient.class, () -> MongoClients.create(Contexts.uri()))
        .withUserConfiguration(StoreOverOne.class)
        .run(context -> assertThat(Contexts.moveMoney(context).isApplied()).isTrue());
  }

  @Configuration(proxyBeanMethods = false)
  static class StoreOverOne {

    @Bean
    MongoStore store(@Qualifier("one") MongoClient one, MongoStoreSettings settings) {
      return MongoStore.using(one, "bank", settings);
    }
  }

  @Test
  void everyBeanStepsBackForTheHostsOwn() {
    try (TwoPhase own = TwoPhase.over(InMemoryStore.create(Clock.systemUTC())).build()) {
      TwoPhaseSettings settings = TwoPhaseSettings.of(new ApplicationName("own"));
      Contexts.set()
          .withBean("mine", TwoPhase.class, () -> own)
          .withBean("mySettings", TwoPhaseSettings.class, () -> settings)
          .withBean("myTemplate", TwoPhaseTemplate.class, () -> new TwoPhaseTemplate(own))
          .run(
              context -> {
                assertThat(context.getBean(TwoPhase.class)).isSameAs(own);
                assertThat(context.getBean(TwoPhaseSettings.class)).isSameAs(settings);
                assertThat(context).hasSingleBean(TwoPhaseTemplate.class);
                assertThat(context).doesNotHaveBean(Store.class);
              });
    }
  }

  @Test
  void itCanBeTurnedOff() {
    Contexts.unset()
        .withPropertyValues("twophase.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(TwoPhase.class)
                    .doesNotHaveBean(RecoveryLifecycle.class));
    Contexts.set()
        .withPropertyValues("twophase.recovery.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(TwoPhase.class)
                    .doesNotHaveBean(RecoveryLifecycle.class));
  }

  @Test
  void listenersAndCustomizersAreHeard() {
    AtomicInteger ended = new AtomicInteger();
    TwoPhaseListener counting =
        new TwoPhaseListener() {
          @Override
          public void transferEnded(TransactionOutcome outcome) {
            ended.incrementAndGet();
          }
        };
    List<String> asked = new ArrayList<>();
    Contexts.set()
        .withBean(TwoPhaseListener.class, () -> counting)
        .withBean(
            TwoPhaseCustomizer.class,
            () -> builder -> builder.callerGuard(() -> asked.add("guard")))
        .run(
            context -> {
              assertThat(Contexts.moveMoney(context).isApplied()).isTrue();
              assertThat(ended).hasValue(1);
              assertThat(asked).containsExactly("guard", "guard", "guard");
            });
  }
}
