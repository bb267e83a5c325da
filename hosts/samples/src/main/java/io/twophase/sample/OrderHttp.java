package io.twophase.sample;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order service on the JDK's own server: {@code PUT /orders/17?customer=ann&cents=2000}. */
public final class OrderHttp {

  private static final String PATH = "/orders/";
  private static final Pattern ORDER =
      Pattern.compile(PATH + "([A-Za-z0-9-]{1,50})\\?customer=([a-z]{1,20})&cents=([0-9]{1,12})");
  private static final int THREADS = 8;

  private OrderHttp() {}

  /** Serves on the loopback address until this process is told to end, and its caller to close. */
  public static void serve(OrderService orders, int port) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    http.createContext(PATH, exchange -> send(exchange, answer(orders, exchange)));
    http.setExecutor(Executors.newFixedThreadPool(THREADS));
    http.start();
    CountDownLatch stopped = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(http, stopped, caller)));
    awaitCalmly(stopped::await);
  }

  /** The process ends when this returns: so it waits for the caller to have closed what it has. */
  private static void stop(HttpServer http, CountDownLatch stopped, Thread caller) {
    http.stop(1);
    stopped.countDown();
    awaitCalmly(caller::join);
  }

  private interface Wait {
    void await() throws InterruptedException;
  }

  private static void awaitCalmly(Wait wait) {
    try {
      wait.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Answer answer(OrderService orders, HttpExchange exchange) {
    URI asked = exchange.getRequestURI();
    Matcher order = ORDER.matcher(asked.getPath() + "?" + asked.getQuery());
    return exchange.getRequestMethod().equals("PUT") && order.matches()
        ? orders.place(new Order(order.group(1), order.group(2), Long.parseLong(order.group(3))))
        : new Answer(Answer.INVALID, "PUT /orders/ID?customer=NAME&cents=NUMBER");
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] text = answer.text().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), text.length);
    try (exchange) {
      exchange.getResponseBody().write(text);
    }
  }
}
