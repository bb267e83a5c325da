package io.twophase.cli.demo;

import static io.twophase.domain.testing.Scenes.done;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.app.scene.HostSteps;
import io.twophase.cli.demo.BusyShop.ShopCheck;
import io.twophase.cli.demo.ShopWorker.WorkerProcess.Answers;
import io.twophase.domain.testing.Scenes.Scene;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Random;
import org.bson.Document;

/** Faults are planted in a shop, and its check finds them. */
class ShopCheckTest {

  private static final List<String> ORDERS = List.of("order-1", "order-2", "order-3", "order-4");

  @ScenesOf("shop.txt")
  void whatIsPlantedIsFound(Scene scene) {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0);
        MongoClient client = MongoClients.create(server.uri());
        ShopSteps shop = ShopSteps.open(server.uri() + "/shop", client)) {
      scene.play(shop::step);
    }
  }

  private static final class ShopSteps extends HostSteps {

    private final String uri;
    private final MongoDatabase database;
    private final TwoPhase twophase;
    private final Answers answers = new Answers();

    private ShopSteps(String uri, MongoDatabase database, Store store, TwoPhase twophase) {
      super(store, twophase);
      this.uri = uri;
      this.database = database;
      this.twophase = twophase;
    }

    /** Opens the shop, in which two orders are paid, and acknowledged. */
    static ShopSteps open(String uri, MongoClient client) {
      MongoStore store =
          MongoStore.using(client, "shop", MongoStoreSettings.defaults().withProbe(false));
      TwoPhase twophase = TwoPhase.over(store).build();
      BusyShop.open(twophase);
      BusyShop.place(twophase, ORDERS, new Random(1));
      ShopSteps steps = new ShopSteps(uri, client.getDatabase("shop"), store, twophase);
      for (String id : ORDERS.subList(0, 2)) {
        steps.step("pay " + id);
        steps.step("paid " + id);
      }
      return steps;
    }

    @Override
    public String step(String written) {
      String[] words = written.split(" ", 2);
      return switch (words[0]) {
        case "pay" -> done(() -> BusyShop.pay(twophase, words[1]).orElseThrow());
        case "paid" -> done(() -> answers.paid().add(words[1]));
        case "refused" -> done(() -> answers.refused().add(words[1]));
        case "db" -> done(() -> database.runCommand(Document.parse(words[1])));
        case "check" -> check();
        default -> super.step(written);
      };
    }

    private String check() {
      try (StoredDocuments documents = StoredDocuments.open(uri)) {
        ShopCheck.Found found = ShopCheck.of(twophase, documents, answers);
        return "%d paid, %d lost, %d doubled, found %s"
            .formatted(found.paid(), found.lost(), found.doubled(), found.findings());
      }
    }
  }
}
