package io.twophase.sample.spring;

import com.mongodb.ConnectionString;
import io.twophase.embedded.EmbeddedServer;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.context.annotation.Bean;

/**
 * The order service with Spring Boot, over an embedded server. Without the two beans, {@code
 * spring.mongodb.uri} names a server.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class SpringOrders {

  /** Serves until it is stopped. */
  public static void main(String[] args) {
    SpringApplication.run(SpringOrders.class, args);
  }

  @Bean(destroyMethod = "close")
  EmbeddedServer server(@Value("${orders.directory}") Path directory) {
    return EmbeddedServer.open(directory, 0);
  }

  @Bean
  MongoConnectionDetails connection(EmbeddedServer server) {
    return () -> new ConnectionString(server.uri() + "/shop");
  }
}
