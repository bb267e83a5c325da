package io.twophase.spring;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.embedded.EmbeddedServer;
import java.util.UUID;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

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

  /** Opens account A, which has 100.00 USD, and account B, which has nothing. */
  public static TwoPhase open(ApplicationContext context) {
    TwoPhase twophase = context.getBean(TwoPhase.class);
    twophase.accounts().open(account("A"), money("100.00", "USD"));
    twophase.accounts().open(account("B"), money("0.00", "USD"));
    return twophase;
  }

  /** A request to move 30.00 USD from A to B. */
  public static TransferRequest transfer(String id) {
    return new TransferRequest(
        transactionId(id), account("A"), account("B"), money("30.00", "USD"));
  }

  /** Opens the two accounts, and moves money from one to the other. */
  public static TransactionOutcome moveMoney(ApplicationContext context) {
    return open(context).transfers().transfer(transfer("t"));
  }

  /** A host's configuration with two clients, for each of which there is a database. */
  static class TwoClients {

    @Bean
    MongoClient one() {
      return MongoClients.create(Contexts.uri());
    }

    @Bean
    MongoClient other() {
      return MongoClients.create(Contexts.uri());
    }
  }
}
