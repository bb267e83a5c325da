package io.twophase.sample;

import static io.twophase.TwoPhase.account;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Killing the order service at random moments loses no order and pays none twice. Each sample has
 * the class path of its kind of host, and no more. The Spring sample is killed {@code
 * -Dtwophase.kills} times, the others once.
 */
@Timeout(1200)
class OrdersKilledIT {

  private static final int KILLS = Integer.getInteger("twophase.kills", 1);

  /** Enough that a kill comes while others are under way. */
  private static final int BETWEEN_KILLS = 15;

  @TempDir Path folder;

  @Test
  void noOrderIsLostAndNoneIsPaidTwice() throws Exception {
    kill(Sample.SPRING);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SPRING")
  void norByAHostOfAnotherKind(Sample sample) throws Exception {
    kill(sample);
  }

  private void kill(Sample sample) throws Exception {
    Random random = new Random();
    Map<Order, Answer> answers;
    int kills = sample == Sample.SPRING ? KILLS : 1;
    try (ServiceProcess service = ServiceProcess.start(sample, folder);
        Clients clients = new Clients(service)) {
      for (int kill = 1; kill <= kills; kill++) {
        awaitAnswers(service, clients, clients.answered() + 1 + random.nextInt(BETWEEN_KILLS));
        service.killAndStartAgain();
      }
      awaitAnswers(service, clients, clients.answered() + BETWEEN_KILLS);
      answers = clients.end();
      if (sample == Sample.SPRING) {
        assertThat(service.decided()).as("counted").isBetween(1L, (long) paid(answers).size());
      }
      for (Map.Entry<Order, Answer> answer : answers.entrySet()) {
        assertThat(clients.untilAnswered(answer.getKey()).status())
            .as("asked again: %s", answer)
            .isEqualTo(answer.getValue().status());
      }
      assertThat(clients.repeated()).as("requests that a kill left unanswered").isPositive();
    }
    assertThat(answers.values()).extracting(Answer::status).contains(Answer.PAID);
    assertIsExact(answers);
  }

  private static void awaitAnswers(ServiceProcess service, Clients clients, int many) {
    await()
        .atMost(Duration.ofMinutes(3))
        .failFast(
            "the service has ended",
            () -> assertThat(service.isAlive()).as(service::output).isTrue())
        .until(() -> clients.answered() >= many);
  }

  private static Map<String, Long> paid(Map<Order, Answer> answers) {
    Map<String, Long> paid = new HashMap<>();
    answers.forEach(
        (order, answer) -> {
          if (answer.status() == Answer.PAID) {
            paid.put(order.id(), order.cents());
          }
        });
    return paid;
  }

  private void assertIsExact(Map<Order, Answer> answers) {
    Map<String, Long> paid = paid(answers);
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("data"), 0);
        MongoStore store =
            MongoStore.open(
                server.uri() + "/shop", MongoStoreSettings.defaults().withProbe(false));
        TwoPhase twophase = TwoPhase.over(store).build();
        MongoClient client = MongoClients.create(server.uri())) {
      twophase.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
      Map<String, Long> written = new HashMap<>();
      for (Document order : client.getDatabase("shop").getCollection("orders").find()) {
        written.put(order.getString("_id"), order.getLong("cents"));
      }
      assertThat(written).isEqualTo(paid);
      assertThat(twophase.accounts().find(account("shop")))
          .isInstanceOfSatisfying(
              AccountLookup.Found.class,
              shop ->
                  assertThat(shop.account().balance().minor())
                      .isEqualTo(paid.values().stream().mapToLong(Long::longValue).sum()));
      assertThat(twophase.audit().run().findings()).isEmpty();
    }
  }
}
