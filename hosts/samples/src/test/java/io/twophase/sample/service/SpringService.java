package io.twophase.sample.service;

import static io.twophase.TwoPhase.*;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.spring.TwoPhaseTemplate;
import java.time.Clock;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A service with {@code twophase-spring-boot-starter} pays orders. Without the bean of the store,
 * {@code spring.mongodb.uri} names a server.
 */
@SpringBootApplication
public class SpringService {

  public static void main(String[] args) {
    SpringApplication.run(SpringService.class, args);
  }

  @Bean
  InMemoryStore store() {
    return InMemoryStore.create(Clock.systemUTC());
  }

  @RestController
  static class Orders {

    private final TwoPhaseTemplate template;

    Orders(TwoPhase twophase, TwoPhaseTemplate template) {
      this.template = template;
      twophase.accounts().open(account("customer"), money("100.00", "USD"));
      twophase.accounts().open(account("shop"), money("0.00", "USD"));
    }

    @PutMapping("/orders/{id}")
    String pay(@PathVariable("id") String id, @RequestParam("price") String price) {
      template.execute(
          "order-" + id,
          tx -> {
            tx.debit(account("customer"), money(price, "USD"));
            tx.credit(account("shop"), money(price, "USD"));
            tx.insert(document("orders", id), Map.of("price", price));
            return null;
          });
      return "order " + id + " is paid\n";
    }
  }
}
