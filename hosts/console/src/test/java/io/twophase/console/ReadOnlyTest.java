package io.twophase.console;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.console.http.Route;
import io.twophase.console.http.Routes;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Planted;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.embedded.EmbeddedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No request changes anything in the store, unless the console was started with actions. */
class ReadOnlyTest {

  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

  /** What any route may take: an action would be complete with these. */
  private static final String EVERYTHING =
      "id=left&reason=test&action=a1&scan=yes&collection=accounts&at=2026-11-01T00:00:00Z"
          + "&list=latest&reference=r";

  private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  private final MongoStore store =
      MongoStore.open(server.uri() + "/bank", MongoStoreSettings.defaults().withProbe(false));
  private final TwoPhase twophase = TwoPhase.over(store).build();

  @BeforeEach
  void fill() {
    twophase.events().turnOn();
    twophase.accounts().open(account("A"), money("10", "USD"));
    twophase.accounts().open(account("left"), money("0", "USD"));
    twophase.transfers().transfer(transfer("done"));
    twophase
        .authorizations()
        .authorize(transfer("held"), new AuthorizationTerms(Duration.ofDays(3)));
    Planted.begun(store, transfer("left"));
    // the process shows no more that it is alive: a beat would be a change
    twophase.close();
  }

  @AfterEach
  void close() {
    store.close();
    server.close();
  }

  private static TransferRequest transfer(String id) {
    return new TransferRequest(transactionId(id), account("A"), account("left"), money("1", "USD"));
  }

  private Map<String, List<Document>> all() {
    Map<String, List<Document>> all = new TreeMap<>();
    try (MongoClient client = MongoClients.create(server.uri())) {
      MongoDatabase database = client.getDatabase("bank");
      for (String name : database.listCollectionNames()) {
        all.put(name, database.getCollection(name).find().into(new ArrayList<>()));
      }
    }
    return all;
  }

  private static Set<String> paths(Routes routes) {
    Set<String> paths = new TreeSet<>(List.of("/", "/sign-in", "/sign-out", "/nowhere"));
    for (Route route : routes.all()) {
      paths.add(route.path());
      paths.add(Routes.API + route.path());
    }
    return paths;
  }

  private int ask(ConsoleSettings settings) {
    // a console that is left open goes on reading a store that is closed
    try (Console console = Console.over(twophase, store, settings)) {
      return ask(new Asked(console), Screens.of(twophase, store, settings));
    }
  }

  private static int ask(Asked console, Routes routes) {
    int answered = 0;
    for (String path : paths(routes)) {
      for (String method : METHODS) {
        boolean isApi = Routes.isApi(path);
        String type = isApi ? "application/json" : "application/x-www-form-urlencoded";
        console.with("Content-Type", type);
        String body =
            isApi ? "{\"id\":\"left\",\"reason\":\"test\",\"action\":\"a1\"}" : EVERYTHING;
        answered += console.send(method, path + "?" + EVERYTHING, body).status() == 200 ? 1 : 0;
      }
    }
    return answered;
  }

  @Test
  void everyMethodOfEveryPathLeavesTheStoreAsItWas() {
    Map<String, List<Document>> before = all();

    int answered = ask(ConsoleSettings.of(Access.local("ann")));

    assertThat(answered).isGreaterThan(5);
    assertThat(all()).isEqualTo(before);
  }

  @Test
  void withActionsItDoesNot() {
    Map<String, List<Document>> before = all();

    ask(ConsoleSettings.of(Access.local("ann")).withActions(true));

    assertThat(all()).isNotEqualTo(before);
  }
}
